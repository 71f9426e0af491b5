"""Games of other authors, each in a process that can be killed.

Outside code takes `apart`, `at_home` and `lives_elsewhere` of `processes`, and the middleware of `waiting`.
"""
