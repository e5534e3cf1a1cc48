extension Bitmap {
    /// Whether every pixel is opaque. Stops after the first row with one that is not.
    var isOpaque: Bool {
        for y in 0..<height {
            let row = row(y)
            var alpha: UInt32 = 0xFF00_0000
            for x in 0..<width { alpha &= row[x] }
            if alpha != 0xFF00_0000 { return false }
        }
        return true
    }
}

extension Bitmap {
    /// Whether the bitmap looks like a drawing: at least half of the pixels equal their left neighbor, in a sample of
    /// every eighth row.
    var isFlat: Bool {
        var same = 0
        var sampled = 0
        for y in Swift.stride(from: 0, to: height, by: 8) {
            let row = row(y)
            for x in 1..<max(1, width) { same += row[x] == row[x - 1] ? 1 : 0 }
            sampled += width - 1
        }
        return 2 * same >= sampled
    }
}
