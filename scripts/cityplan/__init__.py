"""A fictional city as one large SVG: the sample and the benchmark for drawings with very many shapes."""
