import Foundation
import TestSupport
import Testing

@testable import TileSupport

@Suite("A watch over folders")
struct FolderWatchTests {
    /// Events as they come, for a test to wait for.
    private final class Heard: Sendable {
        let stream: AsyncStream<FolderWatch.Event>
        let continuation: AsyncStream<FolderWatch.Event>.Continuation

        init() { (stream, continuation) = AsyncStream<FolderWatch.Event>.makeStream() }

        func until(_ wanted: FolderWatch.Event) async -> [FolderWatch.Event] {
            var all: [FolderWatch.Event] = []
            for await event in stream {
                all.append(event)
                if event == wanted { break }
            }
            return all
        }
    }

    @Test("tells of files that are written when they are closed, and before that they are being written")
    func writing() async throws {
        let folder = try TemporaryFolder()
        let heard = Heard()
        let watch = try FolderWatch { events in for event in events { heard.continuation.yield(event) } }
        try watch.add(folder.path)
        let path = folder.file("a.svg")
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o644)
        #expect(write(descriptor, "<svg", 4) == 4)
        let before = await heard.until(FolderWatch.Event(folder: folder.path, name: "a.svg", kind: .beingWritten))
        #expect(before.first?.kind == .made && !before.contains { $0.kind == .changed })
        close(descriptor)
        let after = await heard.until(FolderWatch.Event(folder: folder.path, name: "a.svg", kind: .changed))
        #expect(after.count == 1)
        try FileManager.default.moveItem(atPath: path, toPath: folder.file("b.svg"))
        let moved = await heard.until(FolderWatch.Event(folder: folder.path, name: "b.svg", kind: .changed))
        #expect(moved.map(\.name) == ["a.svg", "b.svg"])
        _ = watch
    }

    @Test("says what keeps it from watching")
    func missing() throws {
        let watch = try FolderWatch { _ in }
        let error = #expect(throws: SystemError.self) { try watch.add("/nowhere/at/all") }
        #expect(error?.code == ENOENT)
    }

    @Test("keeps nothing open when it is gone")
    func end() async throws {
        func descriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?
                    .contains("inotify") == true
            }
        }
        do {
            let watch = try FolderWatch { _ in }
            #expect(try descriptors() >= 1)
            _ = watch
        }
        // The thread closes it, as soon as it runs.
        while try descriptors() > 0 { await Task.yield() }
    }
}
