"""The kill storm: see `benchmarks.storm.__main__`."""
