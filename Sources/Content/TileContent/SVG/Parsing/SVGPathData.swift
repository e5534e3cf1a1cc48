import TileGraphics

/// The parser of path data (`d`): SVG 2, chapter 9.3. At a syntax error the path up to the error is drawn, as the
/// specification requires.
struct SVGPathData {
    /// Returns the outline that the data describes; nil if it has more segments than `largestCount`.
    ///
    /// - Complexity: O(bytes).
    static func path(_ bytes: TextBytes, largestCount: Int = .max) -> Path? {
        var builder = PathBuilder()
        builder.reserve(segments: min(bytes.count / 12, largestCount))
        guard read(bytes, into: &builder, largestCount: largestCount) else { return nil }
        return builder.build()
    }

    /// Returns the outline if the data has no error and at most `largestCount` segments.
    ///
    /// - Complexity: O(bytes).
    static func validPath(_ bytes: TextBytes, largestCount: Int) -> Path? {
        var builder = PathBuilder()
        return send(bytes, to: &builder, largestCount: largestCount) == .complete ? builder.build() : nil
    }

    /// Sends the commands of the data to `builder`, in absolute coordinates.
    ///
    /// - Returns: False if it stopped after `largestCount` commands.
    @discardableResult
    static func read(_ bytes: TextBytes, into builder: inout some SVGPathSink, largestCount: Int = .max) -> Bool {
        send(bytes, to: &builder, largestCount: largestCount) != .tooMany
    }

    /// The reason why reading ended.
    private enum End { case complete, error, tooMany }

    private static func send(_ bytes: TextBytes, to builder: inout some SVGPathSink, largestCount: Int) -> End {
        var scanner = SVGScanner(bytes)
        var command: UInt8 = 0
        /// The last control point, for smooth curves. `last` decides whether it applies.
        var controlX = 0.0
        var controlY = 0.0
        var last: UInt8 = 0
        var count = 0
        scanner.skipSpace()
        while let next = scanner.peek() {
            let isLetter = (next | 0x20) >= 0x61 && (next | 0x20) <= 0x7A
            if isLetter {
                command = next
                _ = scanner.consume(next)
                scanner.skipSpace()
                if command | 0x20 == 0x7A {
                    if builder.isEmpty { return .error }
                    builder.close()
                    last = 0x7A
                    continue
                }
            } else if command == 0 || command | 0x20 == 0x7A {
                return .error
            }
            if builder.isEmpty, command | 0x20 != 0x6D { return .error }
            let isRelative = command >= 0x61
            let originX = isRelative ? builder.x : 0
            let originY = isRelative ? builder.y : 0
            switch command | 0x20 {
            case 0x6D:  // m
                guard let x = scanner.nextNumber(), let y = scanner.nextNumber() else { return .error }
                builder.move(x: originX + x, y: originY + y)
                // Further pairs of coordinates are lines.
                command = isRelative ? 0x6C : 0x4C
                last = 0x6D
            case 0x6C:  // l
                guard let x = scanner.nextNumber(), let y = scanner.nextNumber() else { return .error }
                builder.line(x: originX + x, y: originY + y)
                last = 0x6C
            case 0x68:  // h
                guard let x = scanner.nextNumber() else { return .error }
                builder.line(x: originX + x, y: builder.y)
                last = 0x68
            case 0x76:  // v
                guard let y = scanner.nextNumber() else { return .error }
                builder.line(x: builder.x, y: originY + y)
                last = 0x76
            case 0x63:  // c
                guard let x1 = scanner.nextNumber(), let y1 = scanner.nextNumber(), let x2 = scanner.nextNumber(),
                    let y2 = scanner.nextNumber(), let x = scanner.nextNumber(), let y = scanner.nextNumber()
                else { return .error }
                (controlX, controlY) = (originX + x2, originY + y2)
                builder.curve(
                    x1: originX + x1, y1: originY + y1, x2: controlX, y2: controlY, x: originX + x, y: originY + y)
                last = 0x63
            case 0x73:  // s
                guard let x2 = scanner.nextNumber(), let y2 = scanner.nextNumber(), let x = scanner.nextNumber(),
                    let y = scanner.nextNumber()
                else { return .error }
                let smooth = last == 0x63
                let x1 = smooth ? 2 * builder.x - controlX : builder.x
                let y1 = smooth ? 2 * builder.y - controlY : builder.y
                (controlX, controlY) = (originX + x2, originY + y2)
                builder.curve(x1: x1, y1: y1, x2: controlX, y2: controlY, x: originX + x, y: originY + y)
                last = 0x63
            case 0x71:  // q
                guard let x1 = scanner.nextNumber(), let y1 = scanner.nextNumber(), let x = scanner.nextNumber(),
                    let y = scanner.nextNumber()
                else { return .error }
                (controlX, controlY) = (originX + x1, originY + y1)
                builder.quadratic(controlX: controlX, controlY: controlY, x: originX + x, y: originY + y)
                last = 0x71
            case 0x74:  // t
                guard let x = scanner.nextNumber(), let y = scanner.nextNumber() else { return .error }
                let smooth = last == 0x71
                (controlX, controlY) =
                    smooth ? (2 * builder.x - controlX, 2 * builder.y - controlY) : (builder.x, builder.y)
                builder.quadratic(controlX: controlX, controlY: controlY, x: originX + x, y: originY + y)
                last = 0x71
            case 0x61:  // a
                guard let rx = scanner.nextNumber(), let ry = scanner.nextNumber(), let rotation = scanner.nextNumber(),
                    let large = scanner.nextFlag(), let sweep = scanner.nextFlag(), let x = scanner.nextNumber(),
                    let y = scanner.nextNumber()
                else { return .error }
                builder.arc(
                    radiusX: rx, radiusY: ry, rotation: rotation, large: large, sweep: sweep, x: originX + x,
                    y: originY + y)
                last = 0x61
            default: return .error
            }
            scanner.skipSeparator()
            count += 1
            if count > largestCount { return .tooMany }
        }
        return .complete
    }
}

/// A receiver of path commands.
protocol SVGPathSink {
    /// Whether no command was received yet.
    var isEmpty: Bool { get }
    /// The start of the next segment.
    var x: Double { get }
    var y: Double { get }
    mutating func move(x: Double, y: Double)
    mutating func line(x: Double, y: Double)
    mutating func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
    mutating func quadratic(controlX: Double, controlY: Double, x: Double, y: Double)
    mutating func arc(
        radiusX: Double, radiusY: Double, rotation: Double, large: Bool, sweep: Bool, x: Double, y: Double)
    mutating func close()
}

extension PathBuilder: SVGPathSink {}
