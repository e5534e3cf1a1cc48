import Foundation
import LibrsvgMessages
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent
@testable import WorkerProcesses

/// Tests of a drawing, and of this process, when the process that draws it misbehaves.
@Suite struct LibrsvgProcessTests {
    private func tile(_ source: LibrsvgSource, scale: Double = 1) throws -> TileImage {
        try source.raster(
            RasterArea(scale: scale, x: 0, y: 0, width: 64, height: 64), in: RasterContext(pool: BitmapPool()))
    }

    private func failure(_ body: () throws -> Void) throws -> LibrsvgFailure {
        let error = try #require(throws: ContentFailure.self) { try body() }
        guard case .librsvg(let path, let failure) = error else {
            throw error
        }
        #expect(path == "drawing.svg")
        #expect(error.description.hasPrefix("drawing.svg: "))
        return failure
    }

    private func isBlue(_ image: TileImage) -> Bool {
        if case .solid(let color, 64, 64) = image { color.argb == 0xFF00_00FF } else { false }
    }

    // MARK: Ends

    @Test func whenItAbortsThatTileFailsAndTheNextIsDrawnByAnother() throws {
        let standIn = try StandIn(
            "[ $nth = 1 ] || exec $real; open; size; draw; echo \"it panicked\tat 5\" >&2; kill -ABRT $$")
        let source = try standIn.open()
        let failure = try failure { _ = try tile(source) }
        #expect(failure == .crashed(signal: SIGABRT, said: "it panicked at 5"))
        #expect(failure.isOfFile)
        #expect(isBlue(try tile(source)))
        #expect(standIn.processes.count == 2)
        #expect(!StandIn.exists(standIn.processes[0]))
    }

    @Test func whenItEndsByItselfTheCodeIsTold() throws {
        let source = try StandIn("open; size; draw; exit 71").open()
        #expect(try failure { _ = try tile(source) } == .exited(code: 71, said: ""))
    }

    @Test func whenItIsKilledInTheMiddleOfItsPixelsAnotherDrawsThem() throws {
        let standIn = try StandIn(
            "[ $nth = 1 ] || exec $real; open; size; draw; head 2 '\\100\\234\\0\\0\\0\\0\\0\\0'; printf 'pixels' >&0; kill -KILL $$"
        )
        let source = try standIn.open()
        #expect(isBlue(try tile(source)))
        #expect(standIn.processes.count == 2)
    }

    /// A process that is killed from outside, by any signal, does not count against the drawing.
    @Test(arguments: ["KILL", "TERM", "HUP", "INT"])
    func howeverOftenItIsKilledTheDrawingIsDrawnAfterwards(_ signal: String) throws {
        let standIn = try StandIn("[ $nth -le 11 ] || exec $real; open; size; draw; kill -\(signal) $$")
        let source = try standIn.open { $0.failuresInARow = 1 }
        // Each drawing is tried twice; the first attempt uses the process that reported the size.
        for _ in 0..<5 { #expect(try failure { _ = try tile(source) } == .killed) }
        #expect(!LibrsvgFailure.killed.isOfFile)
        #expect(isBlue(try tile(source)))
        #expect(standIn.processes.count == 12)
    }

    @Test func whenItIsKilledWhileIdleTheNextTileIsDrawnAllTheSame() throws {
        let standIn = try StandIn("exec $real")
        let source = try standIn.open()
        #expect(isBlue(try tile(source)))
        let process = try #require(standIn.processes.first)
        kill(process, SIGKILL)
        // Waits until the process is dead. Its owner reaps it.
        var information = siginfo_t()
        #expect(waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == 0)
        #expect(isBlue(try tile(source, scale: 0.7)))
        #expect(standIn.processes.count == 2)
        #expect(!StandIn.exists(process))
    }

    @Test func whatAllocatorsSayAtTheEndIsToldAsWantOfMemory() throws {
        let source = try StandIn("open; size; draw; echo 'memory allocation of 4096 bytes failed' >&2; kill -ABRT $$")
            .open { $0.memory = 1 << 30 }
        let bytes = 1 << 30 + 40 * StandIn.document.count
        #expect(try failure { _ = try tile(source) } == .tookTooMuchMemory(bytes: bytes))
    }

    // MARK: Time

    @Test func whenItTakesTooLongItIsEndedAndTheNextTileIsDrawn() throws {
        let standIn = try StandIn(
            "exec 9> life; open; head 1 '\\020\\0\\0\\0\\0\\0\\0\\0'; command head -c 16 /dev/zero >&0; exec tail -f /dev/null"
        )
        let life = try standIn.life()
        let document = try #require(LibrsvgDocument(StandIn.document, limits: standIn.limits()))
        let process = try LibrsvgProcess.open(document, wantsSize: false, isBrief: false).process
        #expect(throws: LibrsvgFailure.waitedTooLong(seconds: 0.001)) {
            try process.draw(Self.window, within: 1_000_000)
        }
        #expect(life.isOver())
        #expect(!StandIn.exists(standIn.processes[0]))
    }

    private static let window = LibrsvgWindow(
        scale: 1, x: 0, y: 0, width: 100, height: 100, margin: 0, contentWidth: 100, contentHeight: 100)

    /// Elapsed time passes on a busy machine as on any other.
    @Test func whatTheClockEndedIsNotTheDrawings() throws {
        var failures = LibrsvgFailures(limits: LibrsvgLimits())
        for _ in 0..<100 { failures.failed(1, .waitedTooLong(seconds: 30), at: 0) }
        #expect(failures.reason(notToDraw: 1, at: 0) == nil)
        #expect(!LibrsvgFailure.waitedTooLong(seconds: 30).isOfFile)
    }

    @Test func openingIsBoundInTimeAsWell() throws {
        let standIn = try StandIn("exec tail -f /dev/null")
        let failure = try failure {
            _ = try standIn.open {
                $0.clockTime = 0
                $0.timePerMegabyte = 0
            }
        }
        #expect(failure == .waitedTooLong(seconds: 0))
        // The process may have ended before it could report its start.
        #expect(!standIn.processes.contains(where: StandIn.exists))
    }

    @Test func pixelsThatStopComingAreNotWaitedForAnyLonger() throws {
        let standIn = try StandIn(
            """
            open; head 1 '\\020\\0\\0\\0\\0\\0\\0\\0'; command head -c 16 /dev/zero >&0
            head 2 '\\100\\234\\0\\0\\0\\0\\0\\0'; printf 'pixels' >&0; exec tail -f /dev/null
            """)
        let document = try #require(LibrsvgDocument(StandIn.document, limits: standIn.limits()))
        let process = try LibrsvgProcess.open(document, wantsSize: false, isBrief: false).process
        #expect(throws: LibrsvgFailure.waitedTooLong(seconds: 0.1)) {
            try process.draw(Self.window, within: 100_000_000)
        }
        #expect(!StandIn.exists(standIn.processes[0]))
    }

    /// Noise of many octaves over four million pixels, sixty times: minutes.
    private static let noise = Data(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f" x="0" y="0" width="1" height="1">\
        \(String(repeating: "<feTurbulence numOctaves='16' baseFrequency='.03'/>", count: 60))\
        </filter><rect width="2000" height="2000" filter="url(#f)"/></svg>
        """.utf8)

    @Test func processorTimeIsBoundToo() throws {
        var limits = LibrsvgLimits()
        limits.processorTime = 1
        limits.timePerMegabyte = 0
        limits.clockTime = 1e9
        let source = try LibrsvgSource.open(
            Self.noise, path: "drawing.svg", limits: limits, processes: LibrsvgProcesses())
        #expect(try failure { _ = try tile(source) } == .tookTooLong(seconds: 1))
    }

    /// Simulates the death of this process: its end of the socket is closed, and no process kills the other.
    @Test func itEndsWhileItDrawsWhenNobodyIsLeftToDrawFor() throws {
        let standIn = try StandIn("exec 9> life; exec $real")
        let life = try standIn.life()
        let process: pid_t
        do {
            let child = try WorkerChild(program: standIn.program)
            let channel = child.channel(until: .max)
            let open = LibrsvgRequest.open(
                prologue: 0, root: Self.noise.count, memory: 1 << 31, wantsSize: false, processorSeconds: 1000)
            try channel.write(words: open.words)
            try Self.noise.withUnsafeBytes { try channel.write($0) }
            let window = LibrsvgWindow(
                scale: 1, x: 0, y: 0, width: 1024, height: 1024, margin: 512, contentWidth: 2000, contentHeight: 2000)
            try channel.write(words: LibrsvgRequest.draw(window, processorSeconds: 1000).words)
            // The process has answered the first request, and now draws.
            #expect(try channel.readWords(4).first == 1)
            process = try #require(standIn.processes.first)
        }
        #expect(life.isOver())
        #expect(waitpid(process, nil, 0) == process)
    }

    // MARK: Answers that cannot be

    @Test(arguments: [
        // An unknown kind; an unexpected kind; a length other than the window's, or none at all.
        "head 7 '\\0\\0\\0\\0\\0\\0\\0\\0'", "head 1 '\\020\\0\\0\\0\\0\\0\\0\\0'",
        "head 2 '\\020\\0\\0\\0\\0\\0\\0\\0'",
        "head 2 '\\0\\0\\0\\0\\0\\0\\0\\0'", "head 2 '\\377\\377\\377\\377\\377\\377\\377\\377'",
        "head 2 '\\100\\234\\0\\0\\0\\0\\0\\200'", "head 3 '\\377\\377\\377\\377\\377\\0\\0\\0'",
        "head 3 '\\0\\100\\0\\0\\0\\0\\0\\0'", "command head -c 4096 /dev/urandom >&0", "yes >&0",
    ]) func garbageInPlaceOfPixelsIsRefused(_ answer: String) throws {
        let source = try StandIn("open; size; draw; \(answer); exec tail -f /dev/null").open()
        guard case .garbled(let what) = try failure({ _ = try tile(source) }) else {
            Issue.record("garbage was taken")
            return
        }
        #expect(!what.isEmpty)
    }

    @Test(arguments: [
        // NaN, an empty size, infinity, a negative number.
        "\\0\\0\\0\\0\\0\\0\\370\\177", "\\0\\0\\0\\0\\0\\0\\0\\0", "\\0\\0\\0\\0\\0\\0\\360\\177",
        "\\0\\0\\0\\0\\0\\0\\131\\300",
    ]) func aSizeThatCannotBeIsRefused(_ number: String) throws {
        let standIn = try StandIn("open; head 1 '\\020\\0\\0\\0\\0\\0\\0\\0'; printf '\(number)\(number)' >&0; draw")
        let error = try #require(throws: ContentFailure.self) { _ = try standIn.open() }
        guard case .malformed = error else { throw error }
        #expect(!StandIn.exists(standIn.processes[0]))
    }

    private static let refusal =
        "head 3 '\\012\\0\\0\\0\\0\\0\\0\\0'; printf 'too\\nlo\\033ng\\377' >&0"

    @Test func whatItRefusesIsToldInOneLineAndTheProcessIsEnded() throws {
        let standIn = try StandIn("exec 9> life; open; size; draw; \(Self.refusal); draw; exit 5")
        let life = try standIn.life()
        let source = try standIn.open()
        // From a process that has answered before, and then from a new one.
        #expect(try failure { _ = try tile(source) } == .refused(message: "too lo ng\u{FFFD}"))
        #expect(standIn.processes.count == 2)
        #expect(life.isOver())
    }

    @Test func whatAProcessRefusesAfterOthersAnotherDraws() throws {
        let standIn = try StandIn("[ $nth = 1 ] || exec $real; open; size; draw; \(Self.refusal); draw; exit 5")
        let source = try standIn.open()
        #expect(isBlue(try tile(source)))
        #expect(isBlue(try tile(source, scale: 0.7)))
        #expect(standIn.processes.count == 2)
    }

    // MARK: Text far down

    private static let blurAndText = Data(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><filter id="f"><feGaussianBlur stdDeviation="1"/>\
        </filter><rect x="20" y="20" width="300" height="200" fill="red" filter="url(#f)"/>\
        <text x="100" y="110" font-family="DejaVu Sans" font-size="16">I</text></svg>
        """.utf8)

    /// FreeType supports 65,535 pixels per em, of which Pango needs 16 × 64² at a scale of 64.
    @Test(arguments: [1.0, 32, 64, 256, 1024])
    func textIsDrawnAtEachScaleWhateverWasDrawnBefore(_ deep: Double) throws {
        let source = try LibrsvgSource.open(
            Self.blurAndText, path: "drawing.svg", limits: LibrsvgLimits(), processes: LibrsvgProcesses())
        func row(at x: Double, _ scale: Double) throws -> [UInt32] {
            let area = RasterArea(scale: scale, x: Int(x * scale) - 32, y: Int(104 * scale), width: 64, height: 64)
            switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
            case .bitmap(let bitmap): return Array(bitmap.row(32))
            case .solid(let color, _, _): return [UInt32](repeating: color.argb, count: 64)
            }
        }
        // The left edge of the stem of the I.
        let edge = 101.57
        let before = try row(at: edge, 32)
        #expect(Set(before).isSuperset(of: [0xFFFF_0000, 0xFF00_0000]))
        let there = try row(at: edge, deep)
        if deep >= 32 {
            // Red, except where the blur has reached.
            #expect(there[1] >> 16 & 0xFF > 0xF0 && there[1] & 0xFFFF == 0)
            #expect(there[62] == 0xFF00_0000)
        }
        // Another window than the one before.
        #expect(try row(at: edge, 31).contains(0xFF00_0000))
    }

    @Test func noPixelsMakeAnEncoderTrap() throws {
        // Colors larger than their alpha.
        let standIn = try StandIn(
            "open; size; draw; head 2 '\\100\\234\\0\\0\\0\\0\\0\\0'; command head -c 40000 /dev/urandom >&0; draw")
        let image = try tile(try standIn.open())
        for format in [TileFormat.png, .jpeg(quality: 80), .webp(quality: 80), .webpLossless] {
            _ = try TileEncoder().encode(image, as: format)
        }
    }

    // MARK: Starting

    @Test func afterFailuresInARowNoMoreProcessesAreStarted() throws {
        let standIn = try StandIn("open; size; draw; kill -ABRT $$")
        let source = try standIn.open { $0.failuresInARow = 2 }
        let crash = LibrsvgFailure.crashed(signal: SIGABRT, said: "")
        #expect(try failure { _ = try tile(source) } == crash)
        #expect(try failure { _ = try tile(source) } == crash)
        for scale in [1, 1.5, 1.99] {
            let refusal = try failure { _ = try tile(source, scale: scale) }
            #expect(refusal == .givenUp(failures: 2, last: crash))
            #expect(WorkerMessages.librsvg.text(refusal).contains("2 times in a row"))
        }
        #expect(standIn.processes.count == 2)
        // Two more failures at other scales, and then no scale is tried.
        #expect(try failure { _ = try tile(source, scale: 2) } == crash)
        #expect(try failure { _ = try tile(source, scale: 4) } == crash)
        for scale in [2, 0.5, 16, 64] {
            #expect(try failure { _ = try tile(source, scale: scale) } == .givenUp(failures: 4, last: crash))
        }
        #expect(standIn.processes.count == 4)
    }

    @Test func failuresAreForgottenAfterAWhile() throws {
        let clock = HandClock()
        let standIn = try StandIn("[ $nth -gt 2 ] && exec $real; open; size; draw; kill -ABRT $$")
        let source = try standIn.open(clock: clock) { $0.failuresInARow = 2 }
        for _ in 0..<2 { #expect(throws: ContentFailure.self) { try tile(source) } }
        clock.nanoseconds = 59_999_999_999
        guard case .givenUp = try failure({ _ = try tile(source) }) else {
            Issue.record("it was drawn too early")
            return
        }
        clock.nanoseconds = 60_000_000_000
        #expect(isBlue(try tile(source)))
    }

    /// A failure at one deep scale does not affect other scales.
    @Test func whatFailsAtOneScaleIsDrawnAtOthersStill() {
        var failures = LibrsvgFailures(limits: LibrsvgLimits())
        let crash = LibrsvgFailure.crashed(signal: SIGSEGV, said: "")
        failures.drew(0.25)
        failures.drew(1)
        for scale in [64, 128, 256.0] {
            for _ in 0..<3 where failures.reason(notToDraw: scale, at: 0) == nil {
                failures.failed(scale, crash, at: 0)
            }
        }
        #expect(failures.reason(notToDraw: 64, at: 0) == .givenUp(failures: 3, last: crash))
        #expect(failures.reason(notToDraw: 256, at: 0) == .givenUp(failures: 6, last: crash))
        #expect(failures.reason(notToDraw: 0.25, at: 0) == nil)
        #expect(failures.reason(notToDraw: 1, at: 0) == nil)
        failures.drew(1)
        #expect(failures.reason(notToDraw: 256, at: 0) == nil)
    }

    @Test func aWindowThatIsDrawnEndsTheRow() throws {
        let standIn = try StandIn("[ $nth = 2 ] && exec $real; open; size; draw; kill -ABRT $$")
        let source = try standIn.open { $0.failuresInARow = 2 }
        #expect(throws: ContentFailure.self) { try tile(source) }
        #expect(isBlue(try tile(source)))
        let process = try #require(standIn.processes.last)
        kill(process, SIGKILL)
        var information = siginfo_t()
        #expect(waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == 0)
        #expect(try failure { _ = try tile(source, scale: 0.7) } == .crashed(signal: SIGABRT, said: ""))
        #expect(try failure { _ = try tile(source, scale: 0.7) } == .crashed(signal: SIGABRT, said: ""))
    }

    @Test func aMissingProgramIsToldByItsPlacesAndWhatToDo() throws {
        var limits = LibrsvgLimits()
        limits.program = "/nowhere/tilework-svg"
        let missing = try failure {
            _ = try LibrsvgSource.open(StandIn.document, path: "drawing.svg", limits: limits)
        }
        #expect(missing == .programMissing(places: ["/nowhere/tilework-svg"]))
        #expect(WorkerMessages.librsvg.text(missing).contains("TILEWORK_SVG"))
        let places = ["/a/tilework-svg", "/a/../libexec/tilework/tilework-svg"]
        #expect(throws: WorkerFailure.programMissing(places: places)) {
            try LibrsvgProcess.program.find(nil, running: "/a/tilework", environment: [:])
        }
        #expect(!missing.isOfFile)
    }

    @Test func whatIsNoProgramIsNotStarted() throws {
        let standIn = try StandIn("exec $real")
        try Data([0x7F, 0x45, 0x4C, 0x46, 0, 0]).write(to: URL(fileURLWithPath: standIn.program))
        let failure = try failure { _ = try standIn.open() }
        guard case .notStarted(let program, let reason) = failure else { throw failure }
        #expect(program == standIn.program)
        #expect(!reason.isEmpty)
    }
}
