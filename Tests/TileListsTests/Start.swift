import Testing

@testable import TileLists
