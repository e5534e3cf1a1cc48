"""The parts of Perf/soak."""
