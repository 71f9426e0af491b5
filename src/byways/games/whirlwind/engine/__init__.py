"""How Whirlwind is searched: playouts, the beginner's evaluation, and the form in which proofs run."""
