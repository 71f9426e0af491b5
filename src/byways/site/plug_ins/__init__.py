"""Games of other authors, each in a process that can be killed.

Outside code takes `processes.apart` and `processes.at_home`.
"""
