"""What an operator runs: backups, retention, health checks, the limit on open files.

The commands take a function of each module, the server `open_files` and `sole_server`.
"""
