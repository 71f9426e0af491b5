"""How Stroll is searched: evaluation, move ordering, playouts, and the ending that is known without a search."""
