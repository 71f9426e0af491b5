"""Games in progress: rooms that keep and tell, and what one viewer sees.

Outside code takes `rooms.Rooms` and `rooms.find_room`, and what `page` offers.
"""
