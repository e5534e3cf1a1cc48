import Foundation
import TileServer
import TileSupport

/// Files on their way to being contents of a server: says of each what there is to say, as it is opened, and whether
/// there is anything left to serve.
final class FileOpening: Sendable {
    private struct State: Sendable {
        var unsettled: Int
        /// By their number: one may be opened again that could not be reached before.
        var settled: Set<Int> = []
        var shown = 0
        var firstComplaint: Complaint?
        var end: CheckedContinuation<Void, Never>?
        /// Of those that are open, by their number, until the ones before them are settled too.
        var lines: [Int: String?] = [:]
        var nextLine = 0
        /// Files of a folder that are of no kind that is read.
        var notShown = 0
        /// Where clients find the server; nil until it listens.
        var origin: String?
    }

    /// Of the files that are not shown, so many are named: a folder may hold thousands of other things.
    private static let maxNamedCount = 10

    private let files: ServedFiles
    /// Whether files are opened when they are asked for, and not named one by one.
    private let areMany: Bool
    private let state: Lock<State>

    /// - Parameter maxOpenedAtStart: The server's.
    init(_ files: ServedFiles, maxOpenedAtStart: Int = TileServerConfiguration().maxOpenedAtStart) {
        self.files = files
        areMany = files.files.count > maxOpenedAtStart
        state = Lock(State(unsettled: files.files.count, firstComplaint: files.complaints.first))
    }

    /// What the server is offered.
    var offers: [OfferedContent] {
        files.files.enumerated().map { number, file in
            OfferedContent(
                id: file.id, listing: ServedFiles.listing(of: file), opened: { [self] in try open(file, number) })
        }
    }

    /// What the server is offered of a file that has come since.
    func offer(of file: ServedFiles.File) -> OfferedContent {
        OfferedContent(
            id: file.id, listing: ServedFiles.listing(of: file), opened: { [self] in try open(file, nil) })
    }

    /// - Parameter number: nil for one that has come since.
    private func open(_ file: ServedFiles.File, _ number: Int?) throws -> OpenedContent {
        func settle(
            line: String?, complaint: Complaint? = nil, notShown: ServedFiles.NotShown? = nil
        ) {
            if let number { self.settle(number, line: line, complaint: complaint, notShown: notShown) }
        }
        do {
            let (content, notes) = try files.open(file)
            for note in notes { StandardError.print(note) }
            settle(line: "/view/\(file.id)")
            return content
        } catch let file as ServedFiles.NotShown {
            settle(line: nil, notShown: file)
            throw ContentRefusal("it is neither a drawing nor an image")
        } catch let complaint as Complaint {
            _ = complaint.reported()
            settle(line: nil, complaint: complaint)
            throw ContentRefusal(complaint.reasonForClients, mayPass: complaint.mayPass)
        }
    }

    private func settle(
        _ number: Int, line: String?, complaint: Complaint? = nil, notShown file: ServedFiles.NotShown? = nil
    ) {
        // Printed without the lock: who reads standard error slowly holds nobody else up.
        var notes: [String] = []
        let end = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.settled.insert(number).inserted { state.unsettled -= 1 }
            if let file {
                state.notShown += 1
                if state.notShown <= Self.maxNamedCount { notes.append("\(file.path): not shown: \(file.reason)") }
            }
            if line != nil { state.shown += 1 }
            state.firstComplaint = state.firstComplaint ?? complaint
            if !areMany, number >= state.nextLine {
                state.lines[number] = .some(line)
                printLines(&state)
            }
            if state.unsettled == 0, state.notShown > Self.maxNamedCount {
                let more = state.notShown - Self.maxNamedCount
                notes.append("\(more) more file\(more == 1 ? " is" : "s are") not shown, of kinds that are not read")
            }
            guard state.unsettled == 0, state.shown == 0 else { return nil }
            defer { state.end = nil }
            return state.end
        }
        for note in notes { StandardError.print(note) }
        end?.resume()
    }

    // MARK: Where to look

    /// To be called when clients can connect.
    func listens(at origin: String) {
        state.withLock { state in
            LatePrinter.output.printServing(
                files.files.count, "file", at: origin,
                more: areMany ? "  files are opened when they are asked for\n" : "")
            state.origin = origin
            printLines(&state)
        }
    }

    /// Prints where contents are, in the order of the files, as far as it is known.
    private func printLines(_ state: inout State) {
        guard let origin = state.origin else { return }
        var text = ""
        while let line = state.lines.removeValue(forKey: state.nextLine) {
            state.nextLine += 1
            if let line { text += "  \(origin)\(line)\n" }
        }
        if !text.isEmpty { LatePrinter.output.print(text) }
    }

    // MARK: The end

    /// Returns when all have been tried and there is nothing to show, or the task is cancelled.
    func nothingIsLeft() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if state.unsettled == 0 && state.shown == 0 || Task.isCancelled { return true }
                    state.end = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            let end = state.withLock { state in
                defer { state.end = nil }
                return state.end
            }
            end?.resume()
        }
    }

    /// Whether all have been tried, and there is nothing to show.
    var isWithoutContents: Bool { state.withLock { $0.unsettled == 0 && $0.shown == 0 } }

    /// Reported already.
    var firstComplaint: Complaint? { state.withLock { $0.firstComplaint } }
}
