"""The weights of Stride's evaluation."""

# A piece's row parity never changes. "step0" … "step7" weigh a piece that can still reach its goal row, by the jumps it
# is away; "aid0" … "aid7" one that can only help, by the jumps it is away from the row before.
STEPS = 8
WEIGHTS = {
    "step0": 300,
    "step1": 285,
    "step2": 145,
    "step3": 110,
    "step4": 100,
    "step5": 95,
    "step6": 92,
    "step7": 90,
    "aid0": 18,
    "aid1": 113,
    "aid2": 75,
    "aid3": 70,
    "aid4": 70,
    "aid5": 70,
    "aid6": 70,
    "aid7": 70,
    "jump": 50,
    "tempo": 3,
    "buried": 107,
}
