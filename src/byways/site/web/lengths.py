"""The most characters of what people write, for the fields of pages and for the checks of what is sent."""

NAME = 24
TURN = 300  # that is typed
MESSAGE = 300  # of a chat
LINE = 60  # the name of a line in a review
NOTE = 2_000  # in a review
POSITION = 12_000  # that is set up
GAME_NUMBER = 5  # digits that say which game of a file
