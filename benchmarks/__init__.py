"""Side-by-side measurements: `python -m benchmarks [NAME …]`; the tables are kept in benchmarks/results/."""
