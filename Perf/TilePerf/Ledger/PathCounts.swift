/// Numbers by the paths of views and layers, in the form used in ledgers. Siblings with equal numbers are combined,
/// `TileView[3-8]`, which makes ledgers smaller.
struct PathCounts: Codable, Hashable {
    var counts: [String: Int]

    init(_ counts: [String: Int]) { self.counts = counts }

    /// The maximum number of combined siblings, more than any layer has.
    private static let maxNeighbours = 1 << 16

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        counts = [:]
        for (name, count) in try container.decode([String: Int].self) {
            if name.hasSuffix(#"\"#) {
                counts[String(name.dropLast())] = count
            } else if let (stem, numbers) = Self.neighbours(name) {
                guard numbers.count + counts.count <= Self.maxNeighbours else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "these are too many views")
                }
                for number in numbers { counts["\(stem)[\(number)]"] = count }
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
        var numbers: [String: [Int]] = [:]
        for (path, count) in counts {
            if let (stem, number) = Self.number(path) {
                numbers[stem, default: []].append(number)
            } else {
                joined[Self.literal(path)] = count
            }
        }
        for (stem, numbers) in numbers {
            var run: ClosedRange<Int>?
            func end() {
                guard let run else { return }
                let name = run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
                joined["\(stem)[\(name)]"] = counts["\(stem)[\(run.lowerBound)]"]
            }
            for number in numbers.sorted() {
                if let last = run, last.upperBound + 1 == number,
                    counts["\(stem)[\(number)]"] == counts["\(stem)[\(last.lowerBound)]"]
                {
                    run = last.lowerBound...number
                } else {
                    end()
                    run = number...number
                }
            }
            end()
        }
        return joined
    }

    /// Escapes a path with a backslash if a program's layer name looks like combined siblings.
    private static func literal(_ path: String) -> String {
        path.hasSuffix(#"\"#) || neighbours(path) != nil ? path + #"\"# : path
    }

    /// Parses `a[3]` as `a`, 3; nil for other text.
    private static func number(_ path: String) -> (stem: String, number: Int)? {
        guard let (stem, text) = bracketed(path), let number = Int(text), "\(number)" == text, number >= 0,
            number < .max
        else { return nil }
        return (stem, number)
    }

    /// Parses `a[3-8]` as `a`, 3...8; nil for other text.
    private static func neighbours(_ path: String) -> (stem: String, numbers: ClosedRange<Int>)? {
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
