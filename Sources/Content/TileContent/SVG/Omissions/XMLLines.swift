import Foundation

/// The lines on which the start tags of a document's nodes end, in a byte each.
struct XMLLines {
    /// The lines between a node and the one before it. `long` marks a number that does not fit.
    private var steps: ContiguousArray<UInt8> = []
    private var longSteps: [Int32: Int] = [:]
    private var last = 1

    private static let long = UInt8.max

    /// The memory held, in bytes.
    var byteCount: Int { steps.count + longSteps.count * 32 }

    /// Adds a node, in the order of the document.
    ///
    /// - Parameter line: Its line; a lower one than that of the node before, which an entity may have, counts as equal.
    mutating func append(_ line: Int) {
        let step = max(0, line - last)
        if step < Int(Self.long) {
            steps.append(UInt8(step))
        } else {
            longSteps[Int32(steps.count)] = step
            steps.append(Self.long)
        }
        last += step
    }

    /// Adds a text, which has no line of its own.
    mutating func appendText() { steps.append(0) }

    /// Returns the lines of nodes that are given in ascending order.
    ///
    /// - Complexity: O(nodes of the document).
    func lines(of nodes: [Int32]) -> [Int32: Int] {
        var lines: [Int32: Int] = [:]
        var line = 1
        var next = 0
        for node in nodes where Int(node) < steps.count {
            while next <= Int(node) {
                line += steps[next] == Self.long ? longSteps[Int32(next)] ?? 0 : Int(steps[next])
                next += 1
            }
            lines[node] = line
        }
        return lines
    }
}

/// The lines of a document's text.
struct XMLSourceLines {
    let data: Data

    /// Returns the lines on which start tags begin whose ends are on given lines: writers put each attribute on a line
    /// of its own. The text is taken for UTF-8; in others the lines stay as they are.
    ///
    /// - Parameter names: The elements' names, if they are known.
    /// - Complexity: O(bytes).
    func starts(ofTagsEndingOn ends: [Int32: Int], names: (Int32) -> String) -> [Int32: Int] {
        var starts: [Int32: Int] = [:]
        data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var at = 0
            var line = 1
            for (node, end) in ends.sorted(by: { $0.value < $1.value }) {
                while line < end, at < bytes.count {
                    guard let found = memchr(bytes.baseAddress! + at, 0x0A, bytes.count - at) else { break }
                    at = bytes.baseAddress!.distance(to: UnsafeRawPointer(found)) + 1
                    line += 1
                }
                starts[node] = line == end ? Self.start(ofTag: names(node), on: line, at: at, in: bytes) : end
            }
        }
        return starts
    }

    private static func start(ofTag name: String, on line: Int, at start: Int, in bytes: UnsafeRawBufferPointer) -> Int
    {
        var at = start
        let tag = Array("<\(name)".utf8)
        while at < bytes.count, bytes[at] != 0x0A {
            if bytes[at] == tag[0], bytes[at...].starts(with: tag) { return line }
            // A prefix of a namespace.
            if bytes[at] == 0x3A, tag.count > 1, bytes[(at + 1)...].starts(with: tag.dropFirst()) { return line }
            at += 1
        }
        var line = line
        at = start - 1
        while at >= 0, bytes[at] != 0x3C {
            if bytes[at] == 0x0A { line -= 1 }
            at -= 1
        }
        return at < 0 ? line : max(1, line)
    }
}
