import TileGraphics

/// Computes all levels below an image in one pass. Rows are added from the top, and each row of a level is emitted as
/// soon as the two rows above it are complete.
///
/// It stores two rows for each level, and takes a third longer than copying the rows.
struct ShrinkCascade {
    private struct Level {
        /// The width of the level above, whose rows are the input.
        var inputWidth: Int
        /// The upper row of a pair, kept until the lower one arrives.
        var pending: [UInt32]
        var hasPending = false
        var output: [UInt32]
        var nextRow = 0
    }

    private var levels: [Level] = []

    /// Creates a cascade for an image `width` pixels wide, down to level `deepest`. Level 0 is the image.
    init(width: Int, deepest: Int) {
        var inputWidth = width
        for _ in 0..<deepest {
            let outputWidth = BoxShrink.half(inputWidth)
            levels.append(
                Level(
                    inputWidth: inputWidth, pending: [UInt32](repeating: 0, count: inputWidth),
                    output: [UInt32](repeating: 0, count: outputWidth)))
            inputWidth = outputWidth
        }
    }

    /// Adds the image's next row. `emit` is called for each complete row with its level, from 1, its row number, and
    /// its pixels.
    mutating func add<Failure: Error>(
        _ row: UnsafePointer<UInt32>, emit: (_ level: Int, _ row: Int, UnsafePointer<UInt32>) throws(Failure) -> Void
    ) throws(Failure) {
        try add(row, to: 0, emit: emit)
    }

    private mutating func add<Failure: Error>(
        _ row: UnsafePointer<UInt32>, to index: Int,
        emit: (_ level: Int, _ row: Int, UnsafePointer<UInt32>) throws(Failure) -> Void
    ) throws(Failure) {
        guard index < levels.count else { return }
        if levels[index].hasPending {
            levels[index].hasPending = false
            try finish(index, with: row, emit: emit)
        } else {
            let width = levels[index].inputWidth
            levels[index].pending.withUnsafeMutableBufferPointer { $0.baseAddress!.update(from: row, count: width) }
            levels[index].hasPending = true
        }
    }

    /// Completes the levels. Must be called after the last row: a level of odd height uses its last row twice.
    mutating func finish<Failure: Error>(
        emit: (_ level: Int, _ row: Int, UnsafePointer<UInt32>) throws(Failure) -> Void
    ) throws(Failure) {
        for index in levels.indices where levels[index].hasPending {
            levels[index].hasPending = false
            let pending = levels[index].pending
            // The result may complete or begin a pair on the next level, which this loop visits afterward.
            try pending.withUnsafeBufferPointer { (pending) throws(Failure) in
                try finish(index, with: pending.baseAddress!, emit: emit)
            }
        }
    }

    private mutating func finish<Failure: Error>(
        _ index: Int, with bottom: UnsafePointer<UInt32>,
        emit: (_ level: Int, _ row: Int, UnsafePointer<UInt32>) throws(Failure) -> Void
    ) throws(Failure) {
        let width = levels[index].inputWidth
        let number = levels[index].nextRow
        levels[index].nextRow += 1
        // Swapped out while it is read, so that the recursion may write to the other levels.
        var output: [UInt32] = []
        swap(&output, &levels[index].output)
        output.withUnsafeMutableBufferPointer { output in
            levels[index].pending.withUnsafeBufferPointer { top in
                BoxShrink.row(top.baseAddress!, bottom, width: width, into: output.baseAddress!)
            }
        }
        try output.withUnsafeBufferPointer { (output) throws(Failure) in
            try emit(index + 1, number, output.baseAddress!)
            try add(output.baseAddress!, to: index + 1, emit: emit)
        }
        swap(&output, &levels[index].output)
    }
}
