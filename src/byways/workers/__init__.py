"""Work done elsewhere: tasks in a `pool` of processes, a `conversation` with a program, a `call` that can be given up."""
