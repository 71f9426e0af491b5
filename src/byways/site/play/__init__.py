"""Games in progress: rooms that keep and tell, what one viewer sees, engines.

Outside code takes `rooms.Rooms` and `rooms.find_room`, `view.views_of`, `wording`, and `engine_pool.EnginePool`.
"""
