"""Work done elsewhere: tasks in a `pool` of processes, a `conversation` with a program, calls that can be given up."""
