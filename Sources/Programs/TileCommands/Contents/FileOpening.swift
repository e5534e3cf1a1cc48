import CommandSupport
import Foundation
import TileServer
import TileSupport

/// The opening of the files of a server. Prints the address of each file, reports those that can't be shown, and knows
/// when none is left to serve.
final class FileOpening: Sendable {
    private struct State: Sendable {
        var unsettled: Int
        /// The numbers of the files that were opened, or could not be. A file that could not be reached may be opened
        /// again.
        var settled: Set<Int> = []
        var shown = 0
        /// Files that could not be opened although they should be contents.
        var failed = 0
        /// Files of a folder that are of no kind that Tilework reads.
        var skipped = 0
        var firstComplaint: Complaint?
        var end: CheckedContinuation<Void, Never>?
        /// The lines of files that are settled, by number, until the ones before them are settled too.
        var lines: [Int: String?] = [:]
        var nextLine = 0
        /// The address of the server; nil until it listens.
        var origin: String?
        var isSummed = false
    }

    /// The number of skipped files that are named: a folder may hold thousands of other files.
    private static let maxNamedCount = 10

    private let files: ServedFiles
    /// Whether files are opened when they are first requested, and not listed one by one.
    private let areMany: Bool
    private let isPrivate: @Sendable (OfferedContent) -> Bool
    private let state: Lock<State>
    private let onOpened = Lock<(@Sendable (ServedFiles.File) -> Void)?>(nil)

    /// Calls `body` each time a file has been opened.
    func observe(_ body: @escaping @Sendable (ServedFiles.File) -> Void) { onOpened.withLock { $0 = body } }

    /// - Parameters:
    ///   - maxOpenedAtStart: The server's limit.
    ///   - isPrivate: Whether a content is private: its address is not printed.
    init(
        _ files: ServedFiles, maxOpenedAtStart: Int = TileServerConfiguration().maxOpenedAtStart,
        isPrivate: @escaping @Sendable (OfferedContent) -> Bool = { _ in false }
    ) {
        self.files = files
        self.isPrivate = isPrivate
        areMany = files.files.count > maxOpenedAtStart
        state = Lock(State(unsettled: files.files.count, firstComplaint: files.complaints.first))
    }

    /// The contents that the server is offered.
    var offers: [OfferedContent] { files.files.enumerated().map { offer(of: $1, number: $0) } }

    /// The content that the server is offered of a file.
    ///
    /// - Parameter number: The file's place in the list of files; nil for a file that was added later.
    func offer(of file: ServedFiles.File, number: Int? = nil) -> OfferedContent {
        var offer = OfferedContent(
            id: file.id, listing: ServedFiles.listing(of: file), opened: { [self] in try open(file, number) })
        offer.names = file.names
        offer.prepare = files.preparation(of: file)
        return offer
    }

    private func open(_ file: ServedFiles.File, _ number: Int?) throws -> OpenedContent {
        func settle(_ outcome: Outcome) { if let number { self.settle(number, outcome) } }
        do {
            let (content, notes) = try files.open(file)
            onOpened.withLock { $0 }?(file)
            for note in notes { StandardError.log(note) }
            settle(.shown(file))
            return content
        } catch let other as ServedFiles.NotShown {
            settle(.skipped(other))
            // A file that came later is not among those that are counted.
            if number == nil { StandardError.log("\(other.path): skipped: \(other.reason)") }
            throw ContentRefusal("it is neither a drawing nor an image", isOfOtherKind: true)
        } catch let complaint as Complaint {
            _ = complaint.reported()
            settle(.failed(complaint))
            throw ContentRefusal(complaint.reasonForClients, mayPass: complaint.mayPass)
        }
    }

    private enum Outcome {
        case shown(ServedFiles.File)
        case failed(Complaint)
        case skipped(ServedFiles.NotShown)
    }

    private func settle(_ number: Int, _ outcome: Outcome) {
        var line: String?
        if case .shown(let file) = outcome, !areMany, case let offer = offer(of: file), !isPrivate(offer) {
            line = "/view/\(offer.pathName)"
        }
        // Notes are printed without the lock, so that a slow reader of standard error delays no other thread.
        var notes: [String] = []
        let end = state.withLock { state -> CheckedContinuation<Void, Never>? in
            let isNew = state.settled.insert(number).inserted
            if isNew { state.unsettled -= 1 }
            switch outcome {
            case .shown: state.shown += 1
            case .failed(let complaint):
                if isNew { state.failed += 1 }
                state.firstComplaint = state.firstComplaint ?? complaint
            case .skipped(let file):
                if isNew { state.skipped += 1 }
                if state.skipped <= Self.maxNamedCount { notes.append("\(file.path): skipped: \(file.reason)") }
            }
            if !areMany, number >= state.nextLine { state.lines[number] = .some(line) }
            printLines(&state)
            if state.unsettled == 0, state.skipped > Self.maxNamedCount {
                let more = state.skipped - Self.maxNamedCount
                notes.append("skipped \(Amounts.counted(more, "more file")) (unsupported formats)")
            }
            guard state.unsettled == 0, state.shown == 0 else { return nil }
            defer { state.end = nil }
            return state.end
        }
        for note in notes { StandardError.log(note) }
        end?.resume()
    }

    // MARK: Addresses

    /// Prints the server's address. Called when clients can connect.
    ///
    /// - Parameter origin: The address without a slash at its end, with `--base-path`.
    func listens(at origin: String) {
        state.withLock { state in
            let count = Amounts.counted(files.files.count, "file")
            LatePrinter.output.print(
                areMany
                    ? "\(origin)/ serves \(count), each opened when it is first requested\n"
                    : "\(origin)/ opens \(count):\n")
            state.origin = origin
            printLines(&state)
        }
    }

    /// Prints the addresses that are known, in the order of the files, and after the last one how many files there are.
    private func printLines(_ state: inout State) {
        guard let origin = state.origin, !areMany else { return }
        var text = ""
        while let line = state.lines.removeValue(forKey: state.nextLine) {
            state.nextLine += 1
            if let line { text += "  \(origin)\(line)\n" }
        }
        if state.unsettled == 0, !state.isSummed {
            state.isSummed = true
            text += summary(state)
        }
        if !text.isEmpty { LatePrinter.output.print(text) }
    }

    /// Accounts for every file; empty when all of them were listed.
    private func summary(_ state: State) -> String {
        let hidden = offers.count(where: isPrivate)
        var parts: [String] = []
        if state.failed > 0 { parts.append("\(Amounts.grouped(state.failed)) can't be shown") }
        if state.skipped > 0 { parts.append("\(Amounts.grouped(state.skipped)) skipped (unsupported formats)") }
        if hidden > 0 { parts.append("\(Amounts.grouped(hidden)) private and not listed here") }
        guard !parts.isEmpty else { return "" }
        return "  \(Amounts.grouped(state.shown)) of \(Amounts.counted(files.files.count, "file")) served; "
            + parts.joined(separator: ", ") + "\n"
    }

    // MARK: The end

    /// Returns when all files were tried and none can be shown, or when the task is cancelled.
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

    /// Whether all files were tried and none can be shown.
    var isWithoutContents: Bool { state.withLock { $0.unsettled == 0 && $0.shown == 0 } }

    /// The first error, which was reported.
    var firstComplaint: Complaint? { state.withLock { $0.firstComplaint } }
}
