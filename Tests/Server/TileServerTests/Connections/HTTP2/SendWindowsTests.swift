import Testing

@testable import TileServer

@Suite("Windows of HTTP/2")
struct SendWindowsTests {
    @Test("neither share is ever spent twice, and no byte that the client allows is kept from who waits for it")
    func shares() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var windows = SendWindows()
            // The window that the library knows, and the bytes that it has sent.
            var (library, allowed, sent) = (65_535, 65_535, 0)
            windows.open(1)
            windows.add(1 << 30, to: 1)
            windows.setInitial(1 << 30)
            for _ in 0..<200 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    let bytes = Int.random(in: 1...100_000, using: &random)
                    #expect(add(bytes, &windows))
                    allowed += bytes
                case 1:
                    let bytes = Int.random(in: 0...50_000, using: &random)
                    if windows.allowTile(bytes) {
                        windows.didSendTile(bytes)
                        sent += bytes
                    }
                default:
                    let bytes = Int.random(in: 0...library, using: &random)
                    library -= bytes
                    windows.didSend(bytes, on: 1)
                    sent += bytes
                }
                library += windows.move()
                #expect(windows.ofStreams == library && windows.whole == allowed - sent)
                #expect(library >= 0 && windows.tiles >= 0)
                #expect(library > 0 || windows.whole == 0)
            }
        }
    }

    @Test("a stream waits for its own window and for the connection's, from its head to its end")
    func shut() {
        var windows = SendWindows()
        windows.open(1)
        windows.didSend(65_535, on: 1)
        #expect(!windows.areShut)
        windows.didBegin(1)
        #expect(windows.areShut)
        windows.add(10, to: 1)
        // The connection's window is used up, too.
        #expect(windows.areShut)
        #expect(add(10, &windows))
        #expect(!windows.areShut)
        windows.setInitial(65_525)
        #expect(windows.areShut)
        windows.serverDidEnd(1)
        #expect(!windows.areShut && windows.has(1))
        windows.clientDidEnd(1)
        #expect(!windows.has(1) && !windows.hasStreams)
    }

    @Test("more than there can be is refused")
    func overflow() {
        var windows = SendWindows()
        #expect(add(SendWindows.greatest - 65_535, &windows))
        #expect(!add(1, &windows))
        windows.didSendTile(1)
        #expect(add(1, &windows))
    }

    /// Adds bytes outside of an expectation, because `#expect` can't mutate its argument.
    private func add(_ bytes: Int, _ windows: inout SendWindows) -> Bool { windows.add(bytes) }
}
