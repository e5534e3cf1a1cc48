public import Foundation
import TileGeometry
import TileSupport

extension Trace {
    /// Reads a trace file.
    public static func read(_ path: String) throws(TraceFailure) -> Trace {
        let data: Data
        do throws(RegularFile.Failure) {
            data = try RegularFile.read(path, atMost: largestFile)
        } catch {
            switch error {
            case .unreadable(let reason): throw .unreadable(path: path, reason: reason)
            case .tooLarge: throw .tooLarge(path: path)
            }
        }
        do throws(TraceFailure) {
            return try Trace(data)
        } catch {
            throw error.of(path)
        }
    }

    /// Parses the text of a trace.
    public init(_ data: Data) throws(TraceFailure) {
        do throws(JSONSyntax.Failure) {
            try JSONSyntax.check(data)
        } catch {
            if case .repeated(let name) = error.problem {
                throw .member(path: "", member: name, problem: "is given twice, the second time in \(error.place)")
            }
            // A drawing or other text has no beginning of a trace.
            if case .expected = error.problem, error.line == 1, error.column == 1 {
                throw .version(path: "", found: nil)
            }
            throw .notJSON(path: "", reason: "\(error)")
        }
        let top: JSONNode
        do {
            top = try JSONDecoder().decode(JSONNode.self, from: data)
        } catch {
            throw .notJSON(path: "", reason: "invalid JSON: a number is out of range")
        }
        guard case .object(let object) = top else { throw .version(path: "", found: nil) }
        var version: Int?
        if case .number(let number)? = object["tilework-trace"] { version = Int(exactly: number) }
        guard version == Self.version else { throw .version(path: "", found: version) }
        var reader = TraceReader(object)
        try self.init(&reader)
    }

    private init(_ reader: inout TraceReader) throws(TraceFailure) {
        _ = try reader.number("tilework-trace", in: 1...1)
        let name = try reader.string("name")
        guard Self.name(from: name) == name else {
            throw reader.problem("name", "must consist of at most 100 lowercase letters, digits, and hyphens")
        }
        self.init(name: name, content: try Content(&reader))
        about = try reader.string("about", or: "")
        tileSize = try reader.integer("tileSize", in: 16...4096, or: tileSize)
        if let text = try reader.optionalString("format") {
            guard let format = Format(rawValue: text) else {
                throw reader.problem("format", "is “\(text)”: use png, jpeg or webp")
            }
            self.format = format
        }
        extraLevels = try reader.integer("extraLevels", in: 0...16, or: extraLevels)
        viewport = try reader.size("viewport", upTo: Self.longestSide) ?? viewport
        scale = try reader.number("scale", in: 0.5...4, or: scale)
        guard max(viewport.width, viewport.height) * scale <= Self.longestSide else {
            throw reader.problem(
                "viewport", "is more than \(Int(Self.longestSide).grouped) pixels at a scale of \(scale)")
        }
        refreshRate = try reader.number("refreshRate", in: 1...1000, or: refreshRate)
        offset = try reader.point("offset") ?? offset
        zoomScale = try reader.number("zoomScale", in: 1e-6...1e6, or: zoomScale)
        pages = try reader.bool("paging") ?? pages
        if let text = try reader.optionalString("seed") {
            guard let seed = UInt64(text) else {
                throw reader.problem("seed", "is “\(text)”: use a whole number in quotes")
            }
            self.seed = seed
        }
        workers = try reader.integer("workers", in: 1...64, or: workers)
        memory = try reader.integer("memory", in: 1 << 20...1 << 32, or: memory)
        if let text = try reader.optionalString("cache") {
            guard let cache = Cache(rawValue: text) else {
                throw reader.problem("cache", "is “\(text)”: use cold, screen or warm")
            }
            self.cache = cache
        }
        if var inner = try reader.object("overlays") {
            overlays.pins = try inner.integer("pins", in: 0...10_000, or: 0)
            overlays.gauge = try inner.bool("gauge") ?? false
            overlays.turning = try inner.integer("turning", in: 0...10_000, or: 0)
            try inner.finish()
        }
        cost = try reader.removeIfNull("cost") ? nil : try TraceCost(&reader)
        tail = try reader.number("tail", in: 0...60, or: tail)
        if var inner = try reader.object("allow") {
            for count in Count.allCases {
                guard var allowance = try inner.object(count.rawValue) else { continue }
                allowances[count] = Allowance(
                    absolute: try allowance.integer("absolute", in: 0...1 << 50, or: 0),
                    share: try allowance.number("share", in: 0...100, or: 0))
                try allowance.finish()
            }
            try inner.finish()
        }
        if var inner = try reader.object("limits") {
            limits.refreshRate = try inner.optionalNumber("refreshRate", in: 1...1000)
            limits.missedFrames = try inner.optionalNumber("missedFrames", in: 0...1e9).map { Int($0) }
            limits.hitchRatio = try inner.optionalNumber("hitchRatio", in: 0...1e9)
            limits.checkerboard = try inner.optionalNumber("checkerboard", in: 0...1e12)
            limits.blankPixels = try inner.optionalNumber("blankPixels", in: 0...1e15).map { Int($0) }
            limits.timeToSharp = try inner.optionalNumber("timeToSharp", in: 0...1e6)
            limits.observedUpdates = try inner.optionalNumber("observedUpdates", in: 0...1e9).map { Int($0) }
            try inner.finish()
        }
        keeps = Set(try reader.optionalStrings("keeps", atMost: Self.maxKept) ?? [])
        events = try reader.array("events", atMost: Self.maxEvents) {
            (event: inout TraceReader) throws(TraceFailure) in
            try TraceEvent(&event)
        }
        for (index, pair) in zip(events, events.dropFirst()).enumerated() where pair.1.time < pair.0.time {
            throw reader.problem(
                "events[\(index + 1)].at", "is \(pair.1.time), earlier than the previous event at \(pair.0.time)")
        }
        for (index, event) in events.enumerated() {
            guard case .resize(let size) = event.kind, max(size.width, size.height) * scale > Self.longestSide else {
                continue
            }
            throw reader.problem(
                "events[\(index)].resize",
                "is more than \(Int(Self.longestSide).grouped) pixels at a scale of \(scale)")
        }
        for (index, event) in events.enumerated() where !content.accepts(event.kind) {
            throw reader.problem(
                "events[\(index)]",
                event.kind.subject == .tiles
                    ? "is for tiles, but the trace shows a controller: use touch, push, pop, present, dismiss or rotate"
                    : "is for controllers, but the trace shows tiles: use {\"controller\": name} as its content")
        }
        let refreshes = ((events.last?.time ?? 0) + tail) * refreshRate
        guard refreshes <= Self.maxFrames else {
            throw reader.problem(
                "refreshRate",
                "gives this trace \(Int(refreshes).grouped) frames: the limit is \(Int(Self.maxFrames).grouped)")
        }
        try reader.finish()
    }

    /// Returns a valid name close to a text: lowercase letters, digits and hyphens, at most 100.
    package static func name(from text: String) -> String {
        let bytes = text.lowercased().utf8.prefix(100).map { byte in
            (48...57).contains(byte) || (97...122).contains(byte) ? byte : UInt8(ascii: "-")
        }
        return bytes.isEmpty ? "trace" : String(decoding: bytes, as: UTF8.self)
    }

    static let maxFrames = 500_000.0
    /// The maximum side of a screen, in pixels.
    package static let longestSide = 16_384.0
    static let maxEvents = 1_000_000
    static let maxKept = 1000
    /// The maximum duration in seconds.
    package static let longest = 3600.0
}

extension Trace.Content {
    fileprivate init(_ reader: inout TraceReader) throws(TraceFailure) {
        guard var inner = try reader.object("content") else { throw reader.problem("content", "is missing") }
        if let path = try inner.optionalString("file") {
            guard !path.isEmpty, !path.contains("\0") else { throw inner.problem("file", "must name a file") }
            self = .file(path)
        } else if let name = try inner.optionalString("program") {
            self = .program(name)
        } else if let name = try inner.optionalString("controller") {
            self = .controller(name)
        } else {
            let count = try inner.integer("shapes", in: 0...1_000_000)
            guard let size = try inner.size("size", upTo: 4_194_304) else { throw inner.problem("size", "is missing") }
            self = .shapes(count, size)
        }
        try inner.finish()
    }
}

extension TraceCost {
    fileprivate init(_ reader: inout TraceReader) throws(TraceFailure) {
        self.init()
        guard var inner = try reader.object("cost") else { return }
        for (name, path) in Self.members {
            let range = name == "spread" ? 0...0.99 : 0...60_000.0
            self[keyPath: path] = try inner.number(name, in: range, or: self[keyPath: path])
        }
        try inner.finish()
    }
}

extension TraceEvent {
    fileprivate init(_ reader: inout TraceReader) throws(TraceFailure) {
        let time = try reader.number("at", in: 0...Trace.longest)
        let animated = try reader.bool("animated") ?? false
        let kinds = [
            "touch", "wheel", "scroll", "zoom", "show", "change", "memoryPressure", "resize", "stall", "push", "pop",
            "present", "dismiss", "rotate",
        ]
        let named = kinds.filter { reader.has($0) }
        guard named.count == 1, let kind = named.first else {
            throw reader.problem(
                "at",
                "\(time): an event has one of \(kinds.joined(separator: ", ")); this one has "
                    + (named.isEmpty ? "none" : named.joined(separator: " and ")))
        }
        switch kind {
        case "touch": self.init(time, .touch(try reader.touches("touch")))
        case "wheel":
            let way = try reader.numbers("wheel", count: 2, within: 1e6)
            self.init(time, .wheel(CGVector(dx: way[0], dy: way[1])))
        case "scroll":
            self.init(time, .scroll(try reader.point("scroll")!, animated: animated))
        case "zoom": self.init(time, .zoom(try reader.number("zoom", in: 1e-6...1e6), animated: animated))
        case "show":
            let place = try reader.numbers("show", count: 3, within: 1e12)
            guard (1e-6...1e6).contains(place[2]) else {
                throw reader.problem("show", "has a zoom scale of \(place[2])")
            }
            self.init(time, .show(CGPoint(x: place[0], y: place[1]), zoomScale: place[2]))
        case "change":
            if reader.consumeMember("change", ifEqualTo: "all") {
                self.init(time, .change(nil))
            } else {
                let rect = try reader.numbers("change", count: 4, within: 1e12)
                guard rect[2] >= 0, rect[3] >= 0 else { throw reader.problem("change", "has a negative size") }
                self.init(time, .change(CGRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3])))
            }
        case "memoryPressure":
            _ = try reader.bool("memoryPressure")
            self.init(time, .memoryPressure)
        case "resize":
            guard let size = try reader.size("resize", upTo: Trace.longestSide) else {
                throw reader.problem("resize", "is null")
            }
            self.init(time, .resize(size))
        case "push": self.init(time, .push(try reader.string("push"), animated: animated))
        case "pop":
            _ = try reader.bool("pop")
            self.init(time, .pop(animated: animated))
        case "present": self.init(time, .present(try reader.string("present"), animated: animated))
        case "dismiss":
            _ = try reader.bool("dismiss")
            self.init(time, .dismiss(animated: animated))
        case "rotate":
            let name = try reader.string("rotate")
            guard let orientation = Orientation(rawValue: name) else {
                let all = Orientation.allCases.map(\.rawValue).joined(separator: ", ")
                throw reader.problem("rotate", "is “\(name)”: use one of \(all)")
            }
            self.init(time, .rotate(orientation))
        default: self.init(time, .stall(try reader.number("stall", in: 0...60)))
        }
        try reader.finish()
    }
}
