import TestSupport
import TileGraphics

/// Generated bitmaps, each of which tests another part of an encoder.
enum TestBitmaps {
    enum Transparency: CaseIterable {
        case opaque
        case translucent
        /// Clear, opaque and intermediate colors.
        case mixed
    }

    enum Pattern: CaseIterable {
        case noise
        /// Runs of 1 to 30 pixels.
        case runs
        /// Rows that mostly repeat the one above.
        case rows
        /// Rows that are the one above, moved by a pixel.
        case slant
    }

    /// Returns different colors with components of at most alpha.
    static func colors(_ count: Int, _ transparency: Transparency, using numbers: inout SeededGenerator) -> [PixelColor]
    {
        var seen: Set<PixelColor> = []
        var colors: [PixelColor] = []
        while colors.count < count {
            let alpha: UInt8 =
                switch transparency {
                case .opaque: 255
                case .translucent: .random(in: 1...254, using: &numbers)
                case .mixed: [0, 255, .random(in: 0...255, using: &numbers)].randomElement(using: &numbers)!
                }
            let color = PixelColor(
                premultipliedRed: .random(in: 0...alpha, using: &numbers),
                green: .random(in: 0...alpha, using: &numbers), blue: .random(in: 0...alpha, using: &numbers),
                alpha: alpha)
            if seen.insert(color).inserted { colors.append(color) }
        }
        return colors
    }

    /// Returns a bitmap of these colors; all of them occur if there are enough pixels.
    static func bitmap(
        width: Int, height: Int, _ colors: [PixelColor], _ pattern: Pattern, using numbers: inout SeededGenerator
    ) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        var color = colors[0]
        var left = 0
        for y in 0..<height {
            let repeats = y > 0 && Int.random(in: 0..<4, using: &numbers) > 0
            for x in 0..<width {
                if left == 0 || pattern == .noise {
                    color = colors.randomElement(using: &numbers)!
                    left = .random(in: 1...30, using: &numbers)
                }
                left -= 1
                bitmap[x, y] = color
                if pattern == .rows, repeats, x % 13 != 5 { bitmap[x, y] = bitmap[x, y - 1] }
                if pattern == .slant, repeats, x > 0 { bitmap[x, y] = bitmap[x - 1, y - 1] }
            }
        }
        if width * height >= colors.count {
            // Each once, somewhere.
            for (place, color) in zip((0..<(width * height)).shuffled(using: &numbers), colors) {
                bitmap[place % width, place / width] = color
            }
        }
        return bitmap
    }

    /// Returns soft waves with grain, like a photo.
    static func photo(width: Int, height: Int, isGray: Bool = false, using numbers: inout SeededGenerator) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let grain = Int.random(in: -2...2, using: &numbers)
                let red = UInt8(clamping: abs((x * 3 + y) % 400 - 200) + grain + 20)
                let green = UInt8(clamping: abs((x + y * 2) % 380 - 190) + grain + 30)
                let blue = UInt8(clamping: abs((x * 2 - y) % 300) / 2 + grain + 40)
                bitmap[x, y] =
                    isGray
                    ? PixelColor(premultipliedRed: red, green: red, blue: red, alpha: 255)
                    : PixelColor(premultipliedRed: red, green: green, blue: blue, alpha: 255)
            }
        }
        return bitmap
    }

    static func isEqual(_ a: Bitmap, _ b: Bitmap) -> Bool {
        guard a.width == b.width, a.height == b.height else { return false }
        for y in 0..<a.height where !a.row(y).elementsEqual(b.row(y)) { return false }
        return true
    }
}
