"""How Troll is searched: evaluation, playouts, tactics, and the form in which proofs run."""
