"""A made-up city as one large SVG: the sample and the benchmark of drawings with very many shapes."""
