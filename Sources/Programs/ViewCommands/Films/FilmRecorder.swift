import CommandSupport
import Foundation
import PerfCommands
import Synchronization
import TileGraphics
import TileSupport

/// Makes a film of pictures that are shown at moments of their own: at each frame's time that which was shown last.
final class FilmRecorder {
    private let arguments: FilmArguments
    private var output: Output?
    private var size: (width: Int, height: Int)?
    /// The number of the next frame, from time 0.
    private var next: Int
    private let isInterrupted = Interruption()
    private let interrupts: Interrupts
    private(set) var frames = 0
    private lazy var encoder = TileEncoder()

    private final class Interruption: Sendable {
        let came = Atomic(false)
    }

    private enum Output {
        case film(Box<FilmWriter>)
        case folder(draft: String)
    }

    /// So that what can't be copied has a place in an enum that is taken out of it.
    private final class Box<Value: ~Copyable> {
        var value: Value?
        init(_ value: consuming Value) { self.value = consume value }
    }

    init(_ arguments: FilmArguments) {
        self.arguments = arguments
        next = Int((arguments.from * Double(arguments.rate)).rounded(.up))
        interrupts = Interrupts(
            first: { [isInterrupted] in isInterrupted.came.store(true, ordering: .relaxed) },
            second: { Foundation.exit(Complaint.Code.interrupted.rawValue) })
    }

    deinit {
        interrupts.end()
        if case .folder(let draft) = output { try? FileManager.default.removeItem(atPath: draft) }
    }

    /// When the next frame is, in seconds.
    var nextTime: Double { Double(next) / Double(arguments.rate) }

    /// Adds the next frame.
    func add(_ image: TileImage) throws(Complaint) {
        if isInterrupted.came.load(ordering: .relaxed) { throw Complaint("interrupted", .interrupted) }
        if let size, size != (image.width, image.height) {
            throw Complaint(
                "the screen is resized at \(Amounts.short(nextTime)) s, but a film has one size: end it earlier with --to",
                .usage)
        }
        size = (image.width, image.height)
        do {
            switch output {
            case nil:
                try begin(image)
                return try add(image)
            case .film(let film): try film.value?.add(image)
            case .folder(let draft):
                let name = String(format: "%05d.png", frames + 1)
                let file = try encoder.encode(image, as: .png).bytes
                try Self.writing { () throws(PerfComplaint) in
                    try AtomicFile.write(Data(file), to: "\(draft)/\(name)", name: "\(folder)/\(name)")
                }
            }
        } catch let failure as CodecFailure {
            throw Complaint("\(arguments.output): \(failure)", .usage)
        } catch let complaint as Complaint {
            throw complaint
        } catch {
            throw Complaint("\(arguments.output): \(error)", .inputOutput)
        }
        frames += 1
        next += 1
    }

    private func begin(_ image: TileImage) throws {
        switch arguments.target {
        case .file(let format):
            output = .film(
                Box(
                    try FilmWriter(
                        format, width: image.width, height: image.height, framesPerSecond: arguments.rate)))
        case .folder:
            try Self.checkFree(folder)
            let name = PathName(folder)
            let draft = name.sibling(".\(name.name).\(getpid()).part")
            try Self.writing { () throws(PerfComplaint) in try AtomicFile.makeFolder(draft) }
            output = .folder(draft: draft)
        }
    }

    private var folder: String {
        var path = arguments.output
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Checks that the film can be created, before anything is drawn. A pipe or a device is written to.
    static func check(_ arguments: FilmArguments) throws(Complaint) {
        let path = PathName(arguments.output)
        guard case .file = arguments.target else { return try checkFree(path.path) }
        var status = stat()
        let kinds = [S_IFREG, S_IFDIR, S_IFLNK]
        guard lstat(path.path, &status) != 0 || !kinds.contains(status.st_mode & S_IFMT) else {
            throw Complaint("\(path.path): already exists; choose another name or remove it", .cannotCreate)
        }
        guard access(path.folder, W_OK | X_OK) == 0 else {
            let problem = CreationProblem(errno, folder: path.folder)
            throw Complaint("\(path.path): can't be created: \(problem)", .cannotCreate)
        }
    }

    /// Sees that nothing is where a folder is to be but, maybe, an empty one.
    private static func checkFree(_ folder: String) throws(Complaint) {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), names.isEmpty else {
            throw Complaint("\(folder): already exists; name a new or an empty folder", .cannotCreate)
        }
    }

    private static func writing(_ work: () throws(PerfComplaint) -> Void) throws(Complaint) {
        do throws(PerfComplaint) {
            try work()
        } catch {
            throw Complaint(error.message, .inputOutput)
        }
    }

    private struct Report: Encodable {
        var output: String
        var frames: Int
        var framesPerSecond: Int
        var width: Int
        var height: Int
        /// The size of the file; nil for a folder.
        var bytes: Int?
    }

    /// Writes the film under its name, and says so.
    func finish() throws {
        guard let size, let output else {
            throw Complaint(
                "\(arguments.output): no frames after \(GroupedNumber.text(arguments.from)) s: lower --from", .usage)
        }
        var bytes: Int?
        switch output {
        case .film(let film):
            guard let writer = film.value.take() else { return }
            let file = try writer.finish()
            bytes = file.count
            try Self.writing { () throws(PerfComplaint) in try AtomicFile.write(Data(file), to: arguments.output) }
        case .folder(let draft):
            // Of an empty folder in its place.
            rmdir(folder)
            guard rename(draft, folder) == 0 else {
                throw Complaint("\(folder): can't be created: \(SystemError(code: errno).description)", .cannotCreate)
            }
        }
        self.output = nil
        if arguments.json {
            let report = Report(
                output: arguments.output, frames: frames, framesPerSecond: arguments.rate, width: size.width,
                height: size.height, bytes: bytes)
            try ResultOutput.print(ResultOutput.json(report))
        } else if !arguments.quiet {
            let seconds = Amounts.short(Double(frames) / Double(arguments.rate))
            try ResultOutput.print(
                "\(arguments.output): \(Amounts.grouped(size.width)) × \(Amounts.grouped(size.height)) pixels, "
                    + "\(Amounts.counted(frames, "frame")), \(seconds) s"
                    + (bytes.map { ", " + Amounts.bytes($0) } ?? ""))
        }
    }
}
