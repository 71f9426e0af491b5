"""How Stride is searched: evaluation, move ordering and playouts."""
