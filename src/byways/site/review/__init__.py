"""Going over games: what was played, what each turn gave away, and pictures of it to share."""
