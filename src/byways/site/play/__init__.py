"""Games in progress: rooms that keep and tell, what one viewer sees, engines, live connections.

Outside code takes `rooms.Rooms`.
"""
