import Foundation
import TileDrawing

/// The attributes of a run of text, with the values that layout derives from them.
final class AttributeSet {
    let values: [NSAttributedString.Key: Any]
    private(set) lazy var text = TextAttributes(values)
    private(set) lazy var paragraph = values[.paragraphStyle] as? NSParagraphStyle ?? NSParagraphStyle.default

    init(_ values: [NSAttributedString.Key: Any]) { self.values = values }

    func isSame(as other: AttributeSet) -> Bool { self === other || Self.isSame(values, other.values) }

    static func isSame(_ a: [NSAttributedString.Key: Any], _ b: [NSAttributedString.Key: Any]) -> Bool {
        a.count == b.count && a.allSatisfy { key, value in b[key].map { isSame(value, $0) } ?? false }
    }

    static func isSame(_ a: Any, _ b: Any) -> Bool {
        if let a = a as? NSObject, let b = b as? NSObject { return a === b || a.isEqual(b) }
        if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
        return false
    }
}

/// The attributes of a text as consecutive runs.
///
/// The position of the last lookup is cached. A nearby lookup visits only the runs in between, so traversing a text
/// visits each run once.
struct AttributeRuns {
    struct Run {
        var length: Int
        var attributes: AttributeSet
    }

    private(set) var runs: [Run] = []
    private(set) var count = 0
    private var cursor = 0
    /// The start of the run at the cursor.
    private var cursorStart = 0

    init() {}

    init(count: Int, _ attributes: AttributeSet) {
        guard count > 0 else { return }
        runs = [Run(length: count, attributes: attributes)]
        self.count = count
    }

    /// Moves the cursor to the run that contains an offset in the text.
    private mutating func seek(_ place: Int) {
        if cursor >= runs.count { (cursor, cursorStart) = (0, 0) }
        while place < cursorStart {
            cursor -= 1
            cursorStart -= runs[cursor].length
        }
        while cursor + 1 < runs.count, place >= cursorStart + runs[cursor].length {
            cursorStart += runs[cursor].length
            cursor += 1
        }
    }

    /// Returns the run at an offset, which must be less than `count`.
    mutating func run(at place: Int) -> (attributes: AttributeSet, range: Range<Int>) {
        seek(place)
        return (runs[cursor].attributes, cursorStart..<cursorStart + runs[cursor].length)
    }

    /// Splits the run at an offset, so that a run begins there. Returns its index.
    private mutating func split(at place: Int) -> Int {
        guard place < count else { return runs.count }
        seek(place)
        guard place > cursorStart else { return cursor }
        let run = runs[cursor]
        runs[cursor].length = place - cursorStart
        runs.insert(
            Run(length: cursorStart + run.length - place, attributes: run.attributes), at: cursor + 1)
        return cursor + 1
    }

    /// Merges a run with the previous one if their attributes are equal.
    private mutating func join(at number: Int) {
        guard number > 0, number < runs.count, runs[number - 1].attributes.isSame(as: runs[number].attributes) else {
            return
        }
        runs[number - 1].length += runs[number].length
        runs.remove(at: number)
    }

    mutating func replace(_ range: Range<Int>, with new: [Run]) {
        let new = new.filter { $0.length > 0 }
        let first = split(at: range.lowerBound)
        let last = range.isEmpty ? first : split(at: range.upperBound)
        runs.replaceSubrange(first..<last, with: new)
        count += new.reduce(0) { $0 + $1.length } - range.count
        // The cursor moves to the previous run, whose start doesn't change when others are merged into it.
        cursor = max(0, first - 1)
        cursorStart = first > 0 ? range.lowerBound - runs[first - 1].length : 0
        join(at: first + new.count)
        join(at: first)
    }

    /// Returns the runs of a range, clipped to it.
    mutating func runs(in range: Range<Int>) -> [Run] {
        var found: [Run] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let (attributes, run) = run(at: place)
            let end = min(run.upperBound, range.upperBound)
            found.append(Run(length: end - place, attributes: attributes))
            place = end
        }
        return found
    }

    mutating func change(_ range: Range<Int>, _ change: (AttributeSet) -> AttributeSet) {
        guard !range.isEmpty else { return }
        replace(range, with: runs(in: range).map { Run(length: $0.length, attributes: change($0.attributes)) })
    }
}

extension AttributeRuns {
    /// Returns the parts of runs in a range.
    static func runs(_ runs: [Run], in range: Range<Int>) -> [Run] {
        var (found, start): ([Run], Int) = ([], 0)
        for run in runs {
            if start >= range.upperBound { break }
            let part = range.clamped(to: start..<start + run.length)
            if !part.isEmpty { found.append(Run(length: part.count, attributes: run.attributes)) }
            start += run.length
        }
        return found
    }
}
