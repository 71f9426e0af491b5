"""The database: tables, migrations, and games as rows; every transaction goes through `database`.

Outside code takes `game_store.Store` with its rows, `database.StoreError`, and tables for queries of its own.
"""
