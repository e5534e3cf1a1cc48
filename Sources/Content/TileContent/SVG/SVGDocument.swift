import CDeflate
import Foundation
import TileEngine
import TileGeometry
import TileGraphics

/// An SVG file as a tile source: recorded as a picture if this reader supports all features that it uses, otherwise
/// drawn by librsvg.
public struct SVGDocument: Sendable {
    /// The way in which a document is drawn.
    public enum Route: Hashable, Sendable {
        /// The document was recorded as a picture with this number of operations.
        case picture(operations: Int)
        /// The document is drawn by librsvg because it uses an unsupported feature.
        case librsvg(because: String)
    }

    public let source: any TileSource
    public let route: Route
    /// The elements of the picture that librsvg draws.
    public let islands: [SVGIsland]
    /// Whether reading the file again would give the same result.
    let isLasting: Bool
    /// Sentences about the document for its owner.
    public let notes: [String]
    /// The features that are not honored.
    public let omissions: [ContentOmission]

    /// Opens the file at `path`, plain or gzipped.
    ///
    /// - Complexity: O(bytes).
    public static func open(
        _ path: String, limits: ContentLimits = ContentLimits()
    ) throws(ContentFailure) -> SVGDocument {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            if let error = (error as? CocoaError)?.underlying as? POSIXError,
                let shortage = ContentFailure(shortage: error.code.rawValue, of: path)
            {
                throw shortage
            }
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
        guard data.count <= limits.largestDocument else {
            throw .tooLarge(
                path: path, what: "the drawing is \(data.count >> 20) MB", limit: "\(limits.largestDocument >> 20) MB")
        }
        guard let cache = limits.cache, data.count >= ContentCache.leastDrawing else {
            return try read(data, ofFile: path, limits: limits)
        }
        let name = ContentIdentity.ofDrawing(data, in: cache)
        if let kept = cache.drawing(name, limits: limits) {
            return SVGDocument(kept, path: path, limits: limits) { () throws(ContentFailure) in
                cache.remove(name, .picture)
                // The cached drawing was damaged after it was validated. The file is read again, once.
                let redone = try open(path, limits: limits)
                guard let source = redone.source as? PictureSource, source.contentSize == kept.size else {
                    throw .malformed(path: path, reason: "it was changed while it was open; open it again")
                }
                return source
            }
        }
        let document = try read(data, ofFile: path, limits: limits)
        if case .picture(let operations) = document.route, let source = document.source as? PictureSource,
            document.isLasting
        {
            cache.keep(
                ContentCache.Drawing(
                    picture: source.picture, size: source.contentSize, operations: operations,
                    islands: document.islands, notes: document.notes, omissions: document.omissions),
                name, preparing: limits.decodesImagesAhead && limits.memory != nil ? source.images : nil)
        }
        return document
    }

    /// Creates a document from the content cache.
    private init(
        _ kept: ContentCache.Drawing, path: String, limits: ContentLimits,
        redo: @escaping @Sendable () throws(ContentFailure) -> PictureSource
    ) {
        let images = EmbeddedImages(kept.images)
        if limits.decodesImagesAhead, limits.memory != nil { images.prepareSoon() }
        source = KeptDrawing(PictureSource(kept.picture, contentSize: kept.size, images: images), redo: redo)
        route = .picture(operations: kept.operations)
        islands = kept.islands
        notes = kept.notes
        omissions = kept.omissions
        isLasting = true
    }

    private init(
        source: any TileSource, route: Route, islands: [SVGIsland] = [], notes: [String] = [],
        omissions: [ContentOmission], isLasting: Bool = true
    ) {
        self.source = source
        self.route = route
        self.islands = islands
        self.notes = notes
        self.omissions = omissions
        self.isLasting = isLasting
    }

    /// Reads the bytes of a file, plain or gzipped.
    private static func read(
        _ data: Data, ofFile path: String, limits: ContentLimits
    ) throws(ContentFailure) -> SVGDocument {
        let text = try decompressed(data, path: path, limits: limits)
        if data.starts(with: [0x1F, 0x8B]), !text.isEmpty {
            switch ContentKind.recognize(Array(text.prefix(ContentKind.prefixLength))) {
            case .kind(.svg): break
            case .kind(let kind):
                throw .unrecognized(
                    path: path, found: "this is a \(kind.title) compressed with gzip; decompress it first")
            case .compressed: throw .unrecognized(path: path, found: "this is compressed with gzip twice")
            case .unknown(let found): throw .unrecognized(path: path, found: "\(found), compressed with gzip")
            }
        }
        let (longest, isTooLong) = data.count.multipliedReportingOverflow(by: max(1, limits.largestCompression))
        return try read(text, path: path, limits: limits, fileSize: min(text.count, isTooLong ? .max : longest))
    }

    /// Reads a document from memory. `path` names it in errors.
    ///
    /// - Parameter rules: The rules by which it is fitted to the pixels of the drawn image.
    public static func read(
        _ data: Data, path: String, limits: ContentLimits = ContentLimits(), rules: SVGPixelRules = SVGPixelRules()
    ) throws(ContentFailure) -> SVGDocument {
        try read(data, path: path, limits: limits, fileSize: data.count, rules: rules)
    }

    /// - Parameter fileSize: The size that determines the memory limit.
    private static func read(
        _ data: Data, path: String, limits: ContentLimits, fileSize: Int, rules: SVGPixelRules = SVGPixelRules()
    ) throws(ContentFailure) -> SVGDocument {
        // Deeply nested documents recurse deeply, which a worker thread's stack cannot hold.
        let result = OnLargeStack.run { () -> Result<SVGDocument, ContentFailure> in
            let read = { () -> Result<SVGDocument, ContentFailure> in
                do throws(ContentFailure) {
                    return .success(
                        try readHere(
                            data, path: path, limits: limits, fileSize: fileSize, rules: rules))
                } catch {
                    return .failure(error)
                }
            }
            // On this thread, because worker processes that it starts must not wait for the ledger too.
            return limits.ledger?.reserving(limits.usualMemory(ofDocument: data.count), toRead: path, read) ?? read()
        }
        return try result.get()
    }

    private static func readHere(
        _ data: Data, path: String, limits: ContentLimits, fileSize: Int, rules: SVGPixelRules = SVGPixelRules()
    ) throws(ContentFailure) -> SVGDocument {
        if data.isEmpty { throw .empty(path: path) }
        // A separate function, so that the tree is released before the picture's index is built.
        switch try record(
            data, path: path, limits: limits, memory: limits.memory(ofDocument: fileSize),
            rules: rules)
        {
        case .picture(let recording, let size, let images, let islands, let notes, let omissions, let isLasting):
            let picture = recording.finish()
            return SVGDocument(
                source: PictureSource(picture, contentSize: size, images: EmbeddedImages(images)),
                route: .picture(operations: picture.totalOperationCount), islands: islands, notes: notes,
                omissions: omissions, isLasting: isLasting)
        case .librsvg(let feature, let omissions):
            let source = try LibrsvgSource.open(data, path: path, limits: limits.librsvg, memory: limits.memory)
            return SVGDocument(source: source, route: .librsvg(because: feature), omissions: omissions)
        }
    }

    /// The result of recording a document.
    private enum Recording {
        case picture(
            PictureRecorder, size: CGSize, images: [EmbeddedImage], islands: [SVGIsland], notes: [String],
            omissions: [ContentOmission], isLasting: Bool)
        case librsvg(because: String, omissions: [ContentOmission])
    }

    /// - Parameter memory: The bytes that the document, the tree and the recording may use.
    private static func record(
        _ data: Data, path: String, limits: ContentLimits, memory: Int, rules: SVGPixelRules
    ) throws(ContentFailure) -> Recording {
        let limit = "\(memory >> 20) MB (\(limits.documentMemoryPerByte) times its size and some)"
        func reader(of tree: XMLTree) -> SVGRecorder {
            SVGRecorder(tree, limits: limits, maxBytes: memory - data.count - tree.byteCount)
        }
        func parsed(keeping names: [String: Int32] = [:]) throws(ContentFailure) -> SVGRecorder {
            do throws(XMLTree.Failure) {
                return reader(
                    of: try XMLTree(
                        data, maxBytes: memory - data.count, keeping: names, notesUnknownAttributes: rules.isPage))
            } catch {
                if error.isTooLarge { throw .tooLarge(path: path, what: error.message, limit: limit) }
                let line = error.line > 0 ? " (line \(error.line))" : ""
                throw .malformed(path: path, reason: "\(error.message)\(line)")
            }
        }
        var recorder = try parsed()
        // Style sheets may select by attributes that the reader does not know, which is not known before the first
        // parse.
        if let names = try? recorder.attributesOfSelectors(), !names.isEmpty { recorder = try parsed(keeping: names) }
        let tree = recorder.tree
        var islands = SVGIslandTable(limit: limits.largestIslandCount)
        var notes: Set<String> = []
        var missing: [Int32] = []
        var isLasting = true
        for pass in 0..<maxPasses {
            tree.forgetReadings()
            if pass > 0 { recorder = reader(of: tree) }
            recorder.islands = islands
            recorder.rules = rules
            let size: CGSize
            do throws(SVGRecorder.Failure) {
                try recorder.readStyleSheets()
                var known = try recorder.size()
                if known == nil { known = try sizeOfInk(recorder) }
                guard let found = known else { throw .size("it has no size and draws nothing") }
                size = found
                let recording = try recorder.recording(size: size)
                islands = recorder.islands ?? islands
                if !islands.hasUnknown {
                    for node in missing { recorder.omissions.note(.limit, "An element drawn by librsvg", at: node) }
                    return .picture(
                        recording, size: size, images: recorder.images.embedded, islands: islands.drawn,
                        notes: recorder.allNotes.union(notes).sorted(), omissions: omissions(recorder, data),
                        isLasting: isLasting && !recorder.lacksFonts)
                }
            } catch .tooManyIslands {
                if islands.restrict() { continue }
                return try whole(recorder, data, recorder.islands?.elements.first?.feature ?? "", path: path)
            } catch .unsupported(let unsupported) {
                return try whole(recorder, data, unsupported.feature, path: path)
            } catch {
                throw failure(error, recorder, path: path, limit: limit)
            }
            var reading = SVGIslandReading(tree, data, size: size, limits: limits)
            let isApart: Bool
            do throws(LibrsvgFailure) { isApart = try reading.read(&islands) } catch {
                throw .librsvg(path: path, error)
            }
            guard isApart else { return try whole(recorder, data, islands.elements[0].feature, path: path) }
            notes = reading.notes
            missing = reading.missing
            isLasting = reading.isLasting
        }
        return .librsvg(because: islands.elements[0].feature, omissions: omissions(recorder, data))
    }

    /// Returns the features of a document that are not honored, with the lines of the elements.
    private static func omissions(_ recorder: SVGRecorder, _ data: Data) -> [ContentOmission] {
        let tree = recorder.tree
        return recorder.allOmissions.list { names in
            XMLSourceLines(data: data).starts(ofTagsEndingOn: tree.lines.lines(of: names.keys.sorted())) { node in
                switch tree.nodes[Int(node)].element {
                case nil, .unknown, .foreign: names[node] ?? ""
                case .some(let element): element.rawValue
                }
            }
        }
    }

    /// The maximum number of times that a document is recorded to find its islands. Islands that are found only after
    /// others are measured are rare.
    private static let maxPasses = 4

    /// Returns librsvg as the route for the whole document, or throws if the document exceeds what librsvg can draw.
    private static func whole(
        _ recorder: SVGRecorder, _ data: Data, _ feature: String, path: String
    ) throws(ContentFailure) -> Recording {
        if let complaint = SVGFallbackGuard.complaint(recorder) {
            throw .tooLarge(path: path, what: complaint.what, limit: complaint.limit)
        }
        return .librsvg(because: feature, omissions: omissions(recorder, data))
    }

    /// Returns the error for a document that cannot be drawn.
    private static func failure(
        _ error: SVGRecorder.Failure, _ recorder: SVGRecorder, path: String, limit: String
    ) -> ContentFailure {
        switch error {
        case .unsupported(let unsupported): .unsupported(path: path, what: unsupported.feature)
        case .tooManyIslands: .unsupported(path: path, what: "too much at once")
        case .tooMuchMemory(let what):
            .tooLarge(path: path, what: "\(what) take too much memory", limit: limit)
        case .tooManyElements:
            .tooLarge(
                path: path, what: "its references draw too many elements",
                limit: "500,000 references and 2,000,000 elements")
        case .tooMuchReading:
            .tooLarge(
                path: path, what: "its references and style sheets repeat too much of it",
                limit: "\(recorder.largestReadCount >> 20) MB")
        case .path(let segments):
            .tooLarge(path: path, what: "it has a path of too many segments", limit: "\(segments)")
        case .styleSheet(let tooMuch):
            .tooLarge(path: path, what: tooMuch.what, limit: tooMuch.limit)
        case .tooDeep:
            .tooLarge(
                path: path, what: "its elements and references are nested too deeply",
                limit: "\(XMLTree.largestDepth) levels")
        case .noRoot: .malformed(path: path, reason: "its root is not an svg element")
        case .size(let what): .malformed(path: path, reason: what)
        case .font(let font): .shortage(path: path, what: "\(font)")
        }
    }

    /// Returns the size of a drawing without a declared size, by recording it once.
    private static func sizeOfInk(_ recorder: SVGRecorder) throws(SVGRecorder.Failure) -> CGSize? {
        let trial = SVGRecorder(recorder.tree, limits: recorder.limits, maxBytes: recorder.room)
        try trial.readStyleSheets()
        return try trial.extent()
    }

    static func decompressed(
        _ data: Data, path: String, limits: ContentLimits
    ) throws(ContentFailure) -> Data {
        guard data.starts(with: [0x1F, 0x8B]) else { return data }
        guard let decompressor = libdeflate_alloc_decompressor() else {
            throw .unreadable(path: path, reason: "there is not enough memory to decompress it")
        }
        defer { libdeflate_free_decompressor(decompressor) }
        // The length in the trailer is modulo 2³² and not reliable, so it is only a first guess.
        let stated = data.suffix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        // Half of the memory is reserved for the recording.
        let largest = min(limits.largestDocument, limits.memory(ofDocument: data.count) - limits.documentMemory / 2)
        var capacity = max(1, min(largest, max(stated, data.count)))
        while true {
            // `Data` would zero the whole buffer. Untouched pages of `malloc` use no memory.
            guard let output = malloc(capacity) else {
                throw .unreadable(path: path, reason: "there is not enough memory to decompress it")
            }
            var actual = 0
            let result = data.withUnsafeBytes { from in
                libdeflate_gzip_decompress(decompressor, from.baseAddress, from.count, output, capacity, &actual)
            }
            if result == LIBDEFLATE_SUCCESS { return Data(bytesNoCopy: output, count: actual, deallocator: .free) }
            free(output)
            switch result {
            case LIBDEFLATE_INSUFFICIENT_SPACE:
                guard capacity < largest else {
                    throw .tooLarge(path: path, what: "the unpacked drawing is too large", limit: "\(largest >> 20) MB")
                }
                capacity = min(largest, capacity * 4)
            default: throw .malformed(path: path, reason: "its gzip data is truncated or damaged")
            }
        }
    }
}

/// Runs deeply recursive work on a thread with a large stack.
enum OnLargeStack {
    /// The stack size: 256 levels of elements, each a dozen frames of up to some kilobytes, several times over.
    private static let stackSize = 64 << 20

    // @unchecked Sendable: written by the thread before it signals, read after the wait.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }

    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            box.value = body()
            done.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        done.wait()
        // The thread may take a while to end, and would retain the value until then.
        defer { box.value = nil }
        return box.value!
    }
}
