"""The two ONNX models that come with rekje, the one loader for them, and their training."""
