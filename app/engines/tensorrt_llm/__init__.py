"""TensorRT-LLM: what its requests answer, and its benchmark."""

from app.engines.tensorrt_llm import bench, responses

READERS = (responses.read, bench.read)
