"""Reports on rule sets: what a game is like, by figures with intervals, proved values, and the command behind them."""
