"""What an operator runs: backups, retention, health checks, the limit on open files."""
