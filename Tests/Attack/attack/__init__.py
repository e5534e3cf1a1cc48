"""Attacks on a server of our own, on loopback only. See Tests/Attack/README.md."""
