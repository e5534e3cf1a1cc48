import TileSupport

/// The features of a drawing that are not shown as it is written, collected while it is read.
///
/// Uses are counted by element, because an element may be drawn several times. Memory is bounded: so many kinds and so
/// many elements are remembered.
struct SVGOmissions {
    private struct Key: Hashable {
        var kind: ContentOmission.Kind
        var name: String
    }

    private struct Uses {
        /// The elements that were counted.
        var nodes: Set<Int32> = []
        var count = 0
        /// The first element, by its position in the document.
        var firstNode: Int32?
        /// The first of the uses whose line is known.
        var firstLine: Int?
    }

    private var uses: [Key: Uses] = [:]
    private var nodeCount = 0
    /// The number of features beyond the limit.
    private var otherCount = 0

    /// The maximum number of features that are listed: more than a person reads.
    static let maxCount = 64
    /// The maximum length of a name; the document may supply a million letters.
    private static let maxLength = 80
    /// The maximum number of elements remembered, a megabyte. Uses by further elements are counted each time.
    private static let maxNodeCount = 32_768

    var isEmpty: Bool { uses.isEmpty }

    /// Records that an element uses a feature that is not shown. A further call for the same element has no effect.
    ///
    /// - Parameters:
    ///   - name: The feature as its author writes it: `<mesh>`, `mask-image`, `@font-face`.
    ///   - node: The element that uses it.
    ///   - line: The line of the use, if it is not the element's.
    mutating func note(_ kind: ContentOmission.Kind, _ name: String, at node: Int32, line: Int? = nil) {
        note(kind, name) { uses, nodeCount in
            if nodeCount < Self.maxNodeCount {
                guard uses.nodes.insert(node).inserted else { return }
                nodeCount += 1
            } else if uses.nodes.contains(node) {
                return
            }
            uses.count += 1
            if let line {
                uses.firstLine = min(uses.firstLine ?? line, line)
            } else {
                uses.firstNode = min(uses.firstNode ?? node, node)
            }
        }
    }

    /// Records a use on a line of the document, or on an unknown line.
    mutating func note(_ kind: ContentOmission.Kind, _ name: String, line: Int?, count: Int = 1) {
        note(kind, name) { uses, _ in
            uses.count += count
            if let line { uses.firstLine = min(uses.firstLine ?? line, line) }
        }
    }

    private mutating func note(
        _ kind: ContentOmission.Kind, _ name: String, adding add: (inout Uses, inout Int) -> Void
    ) {
        let name = Self.printable(name)
        let start = name.prefix(Self.maxLength)
        let key = Key(kind: kind, name: start.endIndex == name.endIndex ? name : "\(start)…")
        guard uses[key] != nil || uses.count < Self.maxCount else {
            otherCount += 1
            return
        }
        add(&uses[key, default: Uses()], &nodeCount)
    }

    /// Returns a name with spaces in place of control characters, which would begin lines of their own in a log.
    private static func printable(_ name: String) -> String {
        func isControl(_ value: UInt32) -> Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
        guard name.unicodeScalars.contains(where: { isControl($0.value) }) else { return name }
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars { scalars.append(isControl(scalar.value) ? " " : scalar) }
        return String(scalars)
    }

    /// Adds the omissions of another part of the document.
    mutating func add(_ other: SVGOmissions) {
        for (key, found) in other.uses {
            guard var known = uses[key] else {
                if uses.count < Self.maxCount { uses[key] = found } else { otherCount += 1 }
                continue
            }
            known.count += found.count
            known.firstNode = [known.firstNode, found.firstNode].compactMap(\.self).min()
            known.firstLine = [known.firstLine, found.firstLine].compactMap(\.self).min()
            uses[key] = known
        }
        otherCount += other.otherCount
    }

    /// Returns the omissions in the order of their first uses.
    ///
    /// - Parameter lines: Returns the lines of elements. Their names are passed where they are the omission.
    func list(lines: ([Int32: String]) -> [Int32: Int]) -> [ContentOmission] {
        guard !uses.isEmpty else { return [] }
        var names: [Int32: String] = [:]
        for (key, uses) in uses {
            guard let node = uses.firstNode else { continue }
            if key.name.hasPrefix("<"), key.name.hasSuffix(">") {
                names[node] = String(key.name.dropFirst().dropLast())
            } else if names[node] == nil {
                names[node] = ""
            }
        }
        let lines = lines(names)
        var list = uses.map { key, uses in
            let line = [uses.firstNode.flatMap { lines[$0] }, uses.firstLine].compactMap(\.self).min()
            return ContentOmission(key.kind, key.name, line: line, count: uses.count)
        }
        list.sort { ($0.line ?? .max, $0.kind.rawValue, $0.name) < ($1.line ?? .max, $1.kind.rawValue, $1.name) }
        if otherCount > 0 {
            list.append(ContentOmission(.others, "Further features", line: nil, count: otherCount))
        }
        return list
    }
}
