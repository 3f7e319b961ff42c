"""A learned value of plays in both games with a landlord.

A small network rates each play of a position. It is trained by self-play alone (Deep Monte Carlo,
as in D. Zha et al., "DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning",
2021): every game is played to its end, and each play is worth what its side got there.

- `moves`: the plays of a game as a table of arrays;
- `features`: what the network sees of a position and of a play;
- `network`: the network, its file, and its answers;
- `self_play`: many games at once; `learning`: gradients and steps; `train`: the command.

All of it is NumPy. Training runs on a GPU too if CuPy is installed, which is no dependency.
"""
