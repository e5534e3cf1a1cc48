import Logging
import Testing

@testable import TileCommands

@Suite("A server's log on standard error")
struct CommandLogTests {
    @Test("has lines like the command's own, with what they are about behind them")
    func lines() {
        #expect(CommandLogHandler.line("shared cache unavailable", [:]) == "shared cache unavailable")
        #expect(
            CommandLogHandler.line("/tiles/plan: failed", ["request": "4f1c", "hb": "1"])
                == "/tiles/plan: failed (hb: 1, request: 4f1c)")
    }

    @Test("tells of what happens once, such as a renewed certificate, and not of all that libraries do")
    func level() {
        let logger = Logger.ofCommand()
        #expect(logger.logLevel == .notice)
    }
}
