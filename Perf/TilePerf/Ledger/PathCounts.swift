/// Numbers by the paths of views and layers, as ledgers write them: neighbours of one number are one, `TileView[3-8]`,
/// which makes ledgers smaller.
struct PathCounts: Codable, Hashable {
    var counts: [String: Int]

    init(_ counts: [String: Int]) { self.counts = counts }

    /// More neighbours than any layer has.
    private static let maxNeighbours = 1 << 16

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        counts = [:]
        for (name, count) in try container.decode([String: Int].self) {
            if name.hasSuffix(#"\"#) {
                counts[String(name.dropLast())] = count
            } else if let (stem, places) = Self.neighbours(name) {
                guard places.count + counts.count <= Self.maxNeighbours else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "these are too many views")
                }
                for place in places { counts["\(stem)[\(place)]"] = count }
            } else {
                counts[name] = count
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(joined)
    }

    private var joined: [String: Int] {
        var joined: [String: Int] = [:]
        var places: [String: [Int]] = [:]
        for (path, count) in counts {
            if let (stem, place) = Self.place(path) {
                places[stem, default: []].append(place)
            } else {
                joined[Self.literal(path)] = count
            }
        }
        for (stem, places) in places {
            var run: ClosedRange<Int>?
            func end() {
                guard let run else { return }
                let name = run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
                joined["\(stem)[\(name)]"] = counts["\(stem)[\(run.lowerBound)]"]
            }
            for place in places.sorted() {
                if let last = run, last.upperBound + 1 == place,
                    counts["\(stem)[\(place)]"] == counts["\(stem)[\(last.lowerBound)]"]
                {
                    run = last.lowerBound...place
                } else {
                    end()
                    run = place...place
                }
            }
            end()
        }
        return joined
    }

    /// A program may name its layers as neighbours are written; then a backslash says that it is one name.
    private static func literal(_ path: String) -> String {
        path.hasSuffix(#"\"#) || neighbours(path) != nil ? path + #"\"# : path
    }

    /// `a[3]` is `a`, 3; nil for what is written otherwise.
    private static func place(_ path: String) -> (stem: String, place: Int)? {
        guard let (stem, text) = bracketed(path), let place = Int(text), "\(place)" == text, place >= 0, place < .max
        else { return nil }
        return (stem, place)
    }

    /// `a[3-8]` is `a`, 3...8.
    private static func neighbours(_ path: String) -> (stem: String, places: ClosedRange<Int>)? {
        guard let (stem, text) = bracketed(path) else { return nil }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, first < last,
            last - first < .max
        else { return nil }
        return (stem, first...last)
    }

    private static func bracketed(_ path: String) -> (stem: String, text: String)? {
        guard path.hasSuffix("]"), let open = path.lastIndex(of: "[") else { return nil }
        return (String(path[..<open]), String(path[path.index(after: open)...].dropLast()))
    }
}
