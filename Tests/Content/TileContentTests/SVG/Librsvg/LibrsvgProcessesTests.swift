import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

/// Tests of the number of drawing processes and of their lifetime.
@Suite struct LibrsvgProcessesTests {
    private func tile(_ source: LibrsvgSource, scale: Double = 1) throws {
        _ = try source.raster(
            RasterArea(scale: scale, x: 0, y: 0, width: 64, height: 64), in: RasterContext(pool: BitmapPool()))
    }

    @Test func oneProcessReadsTheDocumentOnceAndDrawsAllWindows() throws {
        let standIn = try StandIn("exec $real")
        let source = try standIn.open()
        for scale in [0.3, 1, 3, 9] { try tile(source, scale: scale) }
        #expect(standIn.processes.count == 1)
    }

    @Test func itEndsWithItsDocument() throws {
        let standIn = try StandIn("exec 9> life; exec $real")
        let life = try standIn.life()
        var source: LibrsvgSource? = try standIn.open()
        try source.map { try tile($0) }
        let process = try #require(standIn.processes.first)
        #expect(StandIn.exists(process))
        source = nil
        #expect(life.isOver())
        #expect(!StandIn.exists(process))
    }

    @Test func itEndsWhenItWasIdleForLong() throws {
        let standIn = try StandIn("exec 9> life; exec $real")
        let life = try standIn.life()
        let source = try standIn.open { $0.idleTime = 0.01 }
        #expect(life.isOver())
        try tile(source)
        #expect(standIn.processes.count == 2)
    }

    @Test func theLongestIdleMakesRoomForAnotherDocuments() throws {
        let processes = LibrsvgProcesses()
        let standIns = try (0..<3).map { _ in try StandIn("exec $real") }
        var sources: [LibrsvgSource] = []
        for standIn in standIns { sources.append(try standIn.open(processes: processes) { $0.processes = 2 }) }
        #expect(standIns.map { StandIn.exists($0.processes[0]) } == [false, true, true])
        try tile(sources[1])
        try tile(sources[0])
        #expect(standIns.map { StandIn.exists($0.processes.last!) } == [true, true, false])
        #expect(standIns.map(\.processes.count) == [2, 1, 1])
    }

    @Test func whoFindsAllAtWorkWaitsForOneOfThem() throws {
        let processes = LibrsvgProcesses()
        let standIns = try (0..<2).map { _ in try StandIn("exec $real") }
        let sources = try standIns.map { try $0.open(processes: processes) { $0.processes = 1 } }
        let failures = Lock<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 12) { index in
            do {
                try tile(sources[index % 2], scale: Double(1 + index))
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        #expect(failures.withLock { $0 }.isEmpty)
        // The documents keep the remaining processes alive.
        withExtendedLifetime(sources) {
            let all = standIns.flatMap(\.processes)
            #expect(all.filter { StandIn.exists($0) }.count == 1)
        }
    }

    @Test func twoWindowsOfADocumentAreDrawnAtOnce() throws {
        // Each process continues only when the other has a request to draw, too.
        let standIn = try StandIn(
            """
            [ -e one ] || mkfifo one two
            open; size; draw
            if [ $nth = 1 ]; then echo > one; read -r line < two; else read -r line < one; echo > two; fi
            head 2 '\\100\\234\\0\\0\\0\\0\\0\\0'; command head -c 40000 /dev/zero >&0; draw
            """)
        let source = try standIn.open {
            $0.processesPerDocument = 2
            $0.processes = 4
        }
        let failures = Lock<[any Error]>([])
        // Both have the same number of pixels, so that the answers have the same length.
        let drawn = DispatchGroup()
        for index in 0..<2 {
            drawn.enter()
            // Each has a thread, because Dispatch on one processor would run one after the other.
            Thread.detachNewThread {
                do { try tile(source, scale: 1 - 1e-9 * Double(index)) } catch {
                    failures.withLock { $0.append(error) }
                }
                drawn.leave()
            }
        }
        drawn.wait()
        #expect(failures.withLock { $0 }.isEmpty)
        #expect(standIn.processes.count == 2)
    }

    @Test func whatIsDrawnBrieflyDoesNotWaitForWhatIsNot() throws {
        let processes = LibrsvgProcesses()
        func limit(_ limits: inout LibrsvgLimits) {
            limits.processes = 4
            limits.briefTime = 1e9
        }
        let standIn = try StandIn("exec $real")
        let sound = try standIn.open(processes: processes, limit)
        try tile(sound)
        // Each process draws until it is released, and there are more documents than processes.
        let folder = try TemporaryFolder()
        let drawing = try NamedPipe(folder.file("drawing"))
        let endless = try (0..<5).map { _ in
            try StandIn(
                """
                [ -e gate ] || mkfifo gate; open; size; draw; : > drawing; echo drawing > '\(drawing.path)'
                read -r line < gate; kill -ABRT $$
                """)
        }
        let sources = try endless.map { try $0.open(processes: processes, limit) }
        let ended = DispatchGroup()
        for source in sources {
            ended.enter()
            // Each has a thread, because a pool may have fewer.
            Thread.detachNewThread {
                #expect(throws: ContentFailure.self) { try tile(source) }
                ended.leave()
            }
        }
        for _ in 0..<3 { #expect(drawing.readLine() == "drawing") }
        try tile(sound, scale: 2)
        #expect(endless.count { $0.has("drawing") } == 3)
        let gates = try endless.map { try $0.writing("go\n", to: "gate") }
        ended.wait()
        for gate in gates { close(gate) }
    }

    @Test func aProcessThatWasEndedTakesNoPlace() throws {
        let processes = LibrsvgProcesses()
        let broken = try StandIn("open; size; draw; kill -ABRT $$")
        let source = try broken.open(processes: processes) {
            $0.processes = 1
            $0.failuresInARow = 100
        }
        for _ in 0..<5 { #expect(throws: ContentFailure.self) { try tile(source) } }
        let sound = try StandIn("exec $real").open(processes: processes) { $0.processes = 1 }
        try tile(sound)
    }
}
