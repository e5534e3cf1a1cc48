import Foundation
import Testing
import TileGraphics

@testable import TileDrawing

@Suite("Symbols look as stored")
struct SymbolSheetTests {
    /// The symbols of the table and some variants, in three weights.
    private func sheet(_ names: [String], isDark: Bool) throws -> Bitmap {
        let cell = CGSize(width: 32, height: 32)
        let columns = 27
        let rows = (names.count * 3 + columns - 1) / columns
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1.5
        let size = CGSize(width: cell.width * CGFloat(columns), height: cell.height * CGFloat(rows))
        let image = UIGraphicsImageRenderer(size: size, format: format).image { renderer in
            (isDark ? UIColor.black : .white).setFill()
            renderer.fill(CGRect(origin: .zero, size: size))
            for (index, name) in names.enumerated() {
                for (place, weight) in [UIImage.SymbolWeight.light, .regular, .bold].enumerated() {
                    let configuration = UIImage.SymbolConfiguration(pointSize: 20, weight: weight)
                    guard let symbol = UIImage(systemName: name, withConfiguration: configuration) else { continue }
                    let spot = index * 3 + place
                    let center = CGPoint(
                        x: (CGFloat(spot % columns) + 0.5) * cell.width,
                        y: (CGFloat(spot / columns) + 0.5) * cell.height)
                    symbol.withTintColor(isDark ? .white : .black).draw(
                        at: CGPoint(x: center.x - symbol.size.width / 2, y: center.y - symbol.size.height / 2))
                }
            }
        }
        return try #require(image.cgImage).bitmap
    }

    @Test("the table")
    func table() throws {
        let names = SymbolLibrary.tableNames
        let half = names.count / 2
        try expectImage("symbols-1", sheet(Array(names[..<half]), isDark: false))
        try expectImage("symbols-2", sheet(Array(names[half...]), isDark: true))
    }

    @Test("variants by composition")
    func variants() throws {
        let bases = [
            "star", "heart", "plus", "xmark", "checkmark", "chevron.right", "arrow.up", "person", "bell", "trash",
            "house", "play", "ellipsis", "a", "7", "42", "info", "questionmark", "exclamationmark", "bolt", "folder",
            "envelope",
            "magnifyingglass", "gearshape", "camera", "mic", "doc", "photo", "lock", "link",
        ]
        let endings = [
            ".fill", ".circle", ".circle.fill", ".square.fill", ".slash", ".slash.fill", ".badge.plus", ".badge",
        ]
        let names = bases.flatMap { base in endings.map { base + $0 } } + ["exclamationmark.triangle.fill"]
        try expectImage("symbols-variants", sheet(names, isDark: false))
    }
}
