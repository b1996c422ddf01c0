"""llama.cpp: its log, statistics, timings and benchmarks."""

from app.engines.llama_cpp import bench, log, timings

READERS = (log.read, timings.read, bench.read)
