"""Languages: which one a request gets, and texts in it.

Outside code takes `phrases`, and `render`, `to_json` and `current_language` of `languages`.
"""
