"""What bench-http measures with: servers on cores of their own, and clients that ask them."""
