import Testing

@testable import TileTyping
