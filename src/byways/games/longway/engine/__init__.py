"""How The Long Way is played well: a learnt value of a sheet, and games tried out with it."""
