import Foundation
import TileContent
import TileEngine
import TileGeometry
import TileGraphics

/// Draws parts of drawings and says how far they are from pixels that it is given: for `scripts/compare-drawings`,
/// which has another program draw the same.
///
/// Lines are read, and each is answered by one in JSON:
///
///     open PATH                     a drawing's size, and how it is read
///     letters                       where the pens of its letters are, in units of the drawing
///     draw SCALE X Y W H            what it looks like there: the answer is followed by W × H pixels as Cairo has them
///     compare SCALE X Y W H         followed by W × H pixels: how far ours are from these
///     differ W H                    followed by twice W × H pixels: how far the first are from the second
///     judge W H                     followed by three times W × H pixels: how far the first two are from the third,
///                                   where they are not equal
@main
enum Main {
    struct Opened: Encodable {
        var width = 0.0
        var height = 0.0
        var operations = 0
        /// Why librsvg draws all of it.
        var whole: String?
        var islands: [String] = []
        var notes: [String] = []
        var milliseconds = 0.0
        var error: String?
    }

    struct Compared: Encodable {
        /// Mean absolute difference of the channel that is farthest off, of 255.
        var mean = 0.0
        var worst = 0
        /// The same means of what no pixel beside explains: how renderers differ but for their edges.
        var apart: [Double]?
        var milliseconds = 0.0
        var error: String?
    }

    struct Letters: Encodable {
        var pens: [[Double]] = []
        var error: String?
    }

    static func main() throws {
        let pool = BitmapPool()
        var document: SVGDocument?
        var input = Input()
        while let line = input.line() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            switch words.first {
            case "open" where words.count == 2:
                document = nil
                let answer: Opened
                (document, answer) = open(words[1])
                try printJSON(answer)
            case "letters": try printJSON(letters(of: document))
            case "draw" where words.count == 2:
                guard let area = area(words[1]) else { return }
                var answer = Compared()
                let pixels = draw(document, area, pool, &answer)
                try printJSON(answer)
                if let pixels { try FileHandle.standardOutput.write(contentsOf: pixels.withUnsafeBytes { Data($0) }) }
            case "compare" where words.count == 2:
                guard let area = area(words[1]), let expected = input.pixels(area.width * area.height) else { return }
                var answer = Compared()
                if let pixels = draw(document, area, pool, &answer) {
                    (answer.mean, answer.worst) = difference(pixels, expected)
                }
                try printJSON(answer)
            case "differ" where words.count == 2:
                guard let sides = sides(words[1]), let first = input.pixels(sides[0] * sides[1]),
                    let second = input.pixels(sides[0] * sides[1])
                else { return }
                var answer = Compared()
                (answer.mean, answer.worst) = difference(first, second)
                try printJSON(answer)
            case "judge" where words.count == 2:
                guard let sides = sides(words[1]) else { return }
                let pictures = (0..<3).compactMap { _ in input.pixels(sides[0] * sides[1]) }
                guard pictures.count == 3 else { return }
                var answer = Compared()
                let differ = zip(pictures[0], pictures[1]).map { $0 != $1 }
                answer.apart = pictures[..<2].map {
                    Neighborhoods.apart($0, pictures[2], width: sides[0], where: differ)
                }
                try printJSON(answer)
            default: return
            }
        }
    }

    private static func printJSON(_ answer: some Encodable) throws {
        var data = try JSONEncoder().encode(answer)
        data.append(UInt8(ascii: "\n"))
        try FileHandle.standardOutput.write(contentsOf: data)
    }

    private static func measured<Value>(_ milliseconds: inout Double, _ body: () throws -> Value) rethrows -> Value {
        let start = ContinuousClock.now
        defer { milliseconds = (ContinuousClock.now - start) / .milliseconds(1) }
        return try body()
    }

    private static func open(_ path: String) -> (SVGDocument?, Opened) {
        var answer = Opened()
        do {
            let document = try measured(&answer.milliseconds) { try SVGDocument.open(path) }
            answer.width = Double(document.source.contentSize.width)
            answer.height = Double(document.source.contentSize.height)
            answer.islands = document.islands.map(\.feature)
            answer.notes = document.notes
            switch document.route {
            case .picture(let operations): answer.operations = operations
            case .librsvg(let feature): answer.whole = feature
            }
            return (document, answer)
        } catch {
            answer.error = "\(error)"
            return (nil, answer)
        }
    }

    private static func letters(of document: SVGDocument?) -> Letters {
        guard let source = document?.source as? any PictureHoldingSource else {
            return Letters(error: "no picture is open")
        }
        do {
            return Letters(pens: try source.withPicture { $0?.pens() ?? [] }.map { [$0.x, $0.y] })
        } catch {
            return Letters(error: "\(error)")
        }
    }

    private static func sides(_ words: String) -> [Int]? {
        let sides = words.split(separator: " ").compactMap { Int($0) }
        return sides.count == 2 && sides.allSatisfy { 1..<1 << 15 ~= $0 } ? sides : nil
    }

    private static func area(_ words: String) -> RasterArea? {
        let numbers = words.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 5, numbers[0] > 0, numbers[3] >= 1, numbers[4] >= 1,
            numbers.allSatisfy({ abs($0) < 1e9 })
        else { return nil }
        return RasterArea(
            scale: numbers[0], x: Int(numbers[1]), y: Int(numbers[2]), width: Int(numbers[3]), height: Int(numbers[4]))
    }

    private static func draw(
        _ document: SVGDocument?, _ area: RasterArea, _ pool: BitmapPool, _ answer: inout Compared
    ) -> [UInt32]? {
        guard let document else {
            answer.error = "nothing is open"
            return nil
        }
        do {
            let image = try measured(&answer.milliseconds) {
                try document.source.raster(area, in: RasterContext(pool: pool))
            }
            switch image {
            case .solid(let color, _, _): return Array(repeating: color.argb, count: area.width * area.height)
            case .bitmap(let bitmap):
                return (0..<area.height).flatMap { bitmap.row($0)[..<area.width] }
            }
        } catch {
            answer.error = "\(error)"
            return nil
        }
    }

    private static func difference(_ actual: [UInt32], _ wanted: [UInt32]) -> (mean: Double, worst: Int) {
        var sums = SIMD4<Int>()
        var worst = 0
        for (actual, wanted) in zip(actual, wanted) where actual != wanted {
            for channel in 0..<4 {
                let shift = UInt32(channel * 8)
                let difference = abs(Int(actual >> shift & 255) - Int(wanted >> shift & 255))
                sums[channel] += difference
                worst = max(worst, difference)
            }
        }
        return (Double(sums.max()) / Double(wanted.count), worst)
    }
}

/// Standard input: lines, and pixels between them.
private struct Input {
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var rest = 0..<0

    /// Reads more when there is nothing left; false at the end.
    private mutating func fill() -> Bool {
        if !rest.isEmpty { return true }
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        rest = 0..<max(0, count)
        return count > 0
    }

    mutating func line() -> String? {
        var bytes: [UInt8] = []
        while fill() {
            let end = buffer[rest].firstIndex(of: UInt8(ascii: "\n"))
            bytes += buffer[rest.lowerBound..<(end ?? rest.upperBound)]
            rest = (end.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
            if end != nil { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    /// Returns the next pixels, or nil at the end.
    mutating func pixels(_ count: Int) -> [UInt32]? {
        var pixels = [UInt32](repeating: 0, count: count)
        let isWhole = pixels.withUnsafeMutableBytes { target in
            var done = 0
            while done < target.count, fill() {
                let part = rest.prefix(target.count - done)
                target[done..<done + part.count].copyBytes(from: buffer[part])
                done += part.count
                rest = part.upperBound..<rest.upperBound
            }
            return done == target.count
        }
        return isWhole ? pixels : nil
    }
}
