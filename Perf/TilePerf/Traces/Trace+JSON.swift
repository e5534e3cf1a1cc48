import Foundation

extension Trace {
    /// The trace in its file format, with members in a fixed order, so that equal traces give equal text.
    public var json: String {
        var lines: [String] = []
        func add(_ name: String, _ value: TraceJSON) { lines.append("  \(TraceJSON.string(name).text): \(value.text)") }
        add("tilework-trace", .integer(Self.version))
        add("name", .string(name))
        if !about.isEmpty { add("about", .string(about)) }
        add("content", content.json)
        add("tileSize", .integer(tileSize))
        if let format { add("format", .string(format.rawValue)) }
        add("extraLevels", .integer(extraLevels))
        add("viewport", .size(viewport))
        add("scale", .number(scale))
        add("refreshRate", .number(refreshRate))
        add("offset", .point(offset))
        add("zoomScale", .number(zoomScale))
        if pages { add("paging", .bool(true)) }
        add("seed", .string(String(seed)))
        add("workers", .integer(workers))
        add("memory", .integer(memory))
        add("cache", .string(cache.rawValue))
        if overlays != Overlays() {
            var members: [(String, TraceJSON)] = [("pins", .integer(overlays.pins)), ("gauge", .bool(overlays.gauge))]
            // Omitted if zero, as before the member existed, because fingerprints are computed from this text.
            if overlays.turning > 0 { members.append(("turning", .integer(overlays.turning))) }
            add("overlays", .object(members))
        }
        add("cost", cost.map(\.json) ?? .null)
        add("tail", .number(tail))
        if !allowances.isEmpty {
            let members = Count.allCases.compactMap { count in allowances[count].map { (count.rawValue, $0.json) } }
            add("allow", .object(members))
        }
        if limits != Limits() { add("limits", limits.json) }
        if !keeps.isEmpty { add("keeps", .array(keeps.sorted().map { .string($0) })) }
        let events = events.map { "    \($0.json.text)" }.joined(separator: ",\n")
        lines.append(events.isEmpty ? "  \"events\": []" : "  \"events\": [\n\(events)\n  ]")
        return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }
}

extension Trace.Content {
    fileprivate var json: TraceJSON {
        switch self {
        case .file(let path): .object([("file", .string(path))])
        case .shapes(let count, let size): .object([("shapes", .integer(count)), ("size", .size(size))])
        case .program(let name): .object([("program", .string(name))])
        case .controller(let name): .object([("controller", .string(name))])
        }
    }
}

extension TraceCost {
    /// The members by their names in files.
    static let members: [(String, WritableKeyPath<TraceCost, Double> & Sendable)] = [
        ("tile", \.tile), ("draft", \.draft), ("operation", \.operation), ("spread", \.spread), ("encode", \.encode),
        ("encodeMegapixel", \.encodeMegapixel), ("frame", \.frame), ("event", \.event), ("layout", \.layout),
        ("place", \.place), ("drawing", \.drawing), ("commit", \.commit), ("megapixel", \.megapixel),
    ]

    fileprivate var json: TraceJSON { .object(Self.members.map { ($0.0, .number(self[keyPath: $0.1])) }) }
}

extension Trace.Allowance {
    fileprivate var json: TraceJSON {
        .object([("absolute", .integer(absolute)), ("share", .number(share))])
    }
}

extension Trace.Limits {
    fileprivate var json: TraceJSON {
        var members: [(String, TraceJSON)] = []
        func add(_ name: String, _ value: Double?) { if let value { members.append((name, .number(value))) } }
        add("refreshRate", refreshRate)
        add("missedFrames", missedFrames.map(Double.init))
        add("hitchRatio", hitchRatio)
        add("checkerboard", checkerboard)
        add("blankPixels", blankPixels.map(Double.init))
        add("timeToSharp", timeToSharp)
        add("observedUpdates", observedUpdates.map(Double.init))
        return .object(members)
    }
}

extension TraceEvent {
    fileprivate var json: TraceJSON {
        var members: [(String, TraceJSON)] = [("at", .number(time))]
        func add(_ name: String, _ value: TraceJSON, animated: Bool) {
            members.append((name, value))
            if animated { members.append(("animated", .bool(true))) }
        }
        switch kind {
        case .touch(let touches):
            let list = touches.map { touch in
                TraceJSON.array([
                    .integer(touch.finger), .string(touch.phase.rawValue), .number(Double(touch.location.x)),
                    .number(Double(touch.location.y)),
                ])
            }
            members.append(("touch", .array(list)))
        case .wheel(let way): members.append(("wheel", .array([.number(Double(way.dx)), .number(Double(way.dy))])))
        case .scroll(let point, let animated):
            add("scroll", .point(point), animated: animated)
        case .zoom(let scale, let animated): add("zoom", .number(scale), animated: animated)
        case .show(let point, let scale):
            members.append(
                ("show", .array([.number(Double(point.x)), .number(Double(point.y)), .number(scale)])))
        case .change(let rect):
            members.append(
                (
                    "change",
                    rect.map {
                        .array([$0.minX, $0.minY, $0.width, $0.height].map { .number(Double($0)) })
                    } ?? .string("all")
                ))
        case .memoryPressure: members.append(("memoryPressure", .bool(true)))
        case .resize(let size): members.append(("resize", .size(size)))
        case .stall(let seconds): members.append(("stall", .number(seconds)))
        case .push(let name, let animated): add("push", .string(name), animated: animated)
        case .pop(let animated): add("pop", .bool(true), animated: animated)
        case .present(let name, let animated): add("present", .string(name), animated: animated)
        case .dismiss(let animated): add("dismiss", .bool(true), animated: animated)
        case .rotate(let orientation): members.append(("rotate", .string(orientation.rawValue)))
        }
        return .object(members)
    }
}
