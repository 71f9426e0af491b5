"""What rules are written with: the state vector, boards, actions, options, pictures and texts."""
