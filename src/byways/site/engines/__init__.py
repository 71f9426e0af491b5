"""Engines in worker processes: the pool, what its workers are asked, and the machine code that they need.

Outside code takes `pool.EnginePool`, `compiling.Compiling`, and the functions of `jobs`.
"""
