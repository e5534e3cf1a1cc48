import Testing

@testable import TileNibs
