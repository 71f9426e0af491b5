"""Languages: which one a request gets, and texts in it.

Outside code takes `languages.render`.
"""
