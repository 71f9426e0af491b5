"""Games of other authors, each in a process that can be killed: `processes.apart`, `call_in_plug_in` and `awaited`."""
