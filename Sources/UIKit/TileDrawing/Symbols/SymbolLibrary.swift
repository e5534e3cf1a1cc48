import Foundation
import TileGeometry
import TileGraphics
import TileSupport

/// The symbols by their names: those of the table, their variants by composition, letters and numbers, and the icons
/// of the installed icon theme.
package enum SymbolLibrary {
    struct Symbol: Sendable {
        /// The name, or that of the neutral shape.
        let name: String
        let glyph: SymbolGlyph
        /// The colors of the multicolor variant by level; empty for a symbol without one.
        var ownColors: [UIColor] = []
    }

    private enum Entry: Sendable {
        case found(Symbol)
        case unknown

        var symbol: Symbol? { if case .found(let symbol) = self { symbol } else { nil } }
    }

    private static let known = Lock<[String: Entry]>([:])
    /// More than a program uses on purpose; beyond it, symbols are looked up again.
    private static let maxCount = 2000
    /// The longest name that is looked up, in bytes.
    private static let maxNameLength = 100

    /// Returns whether a name can be that of a symbol: small letters, digits and periods.
    static func isName(_ name: String) -> Bool {
        let bytes = name.utf8
        guard !bytes.isEmpty, bytes.count <= maxNameLength else { return false }
        return bytes.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: ".")
        }
    }

    /// Returns the symbol of a name, or a neutral shape.
    ///
    /// - Returns: nil if the name cannot be that of a symbol.
    static func symbol(named name: String) -> Symbol? {
        guard isName(name) else { return nil }
        if let entry = known.withLock({ $0[name] }) { return entry.symbol ?? neutral }
        let glyph = glyph(name, depth: 0) ?? IconTheme.installed.glyph(ofSymbol: name)
        let entry = glyph.map { glyph in
            var glyph = glyph
            glyph.isDirectional = isDirectional(name)
            return Entry.found(Symbol(name: name, glyph: glyph, ownColors: SymbolTable.ownColors[name] ?? []))
        }
        keep(entry ?? .unknown, name)
        if entry == nil { SymbolNotes.note(name) }
        return (entry ?? .unknown).symbol ?? neutral
    }

    /// Returns a symbol of the table or of a composition, also one whose name begins with an underscore: those are
    /// parts of views.
    static func part(named name: String) -> Symbol? {
        if isName(name) { return symbol(named: name) }
        if let entry = known.withLock({ $0[name] }) { return entry.symbol }
        guard let glyph = glyph(name, depth: 0) else { return nil }
        let symbol = Symbol(name: name, glyph: glyph)
        keep(.found(symbol), name)
        return symbol
    }

    private static func keep(_ entry: Entry, _ name: String) {
        known.withLock {
            if $0.count >= maxCount { $0 = [:] }
            $0[name] = entry
        }
    }

    /// A rounded square of dashes, for names without a drawing.
    private static let neutral = Symbol(
        name: "",
        glyph: SymbolGlyph(
            text: "o M3.2 7.4A4.2 4.2 0 0 1 7.4 3.2M16.6 3.2A4.2 4.2 0 0 1 20.8 7.4M20.8 16.6A4.2 4.2 0 0 1 16.6 20.8"
                + "M7.4 20.8A4.2 4.2 0 0 1 3.2 16.6M10.6 3.2H13.4M10.6 20.8H13.4M3.2 10.6V13.4M20.8 10.6V13.4"))

    private static func isDirectional(_ name: String) -> Bool {
        name.split(separator: ".").contains { $0 == "forward" || $0 == "backward" }
            && !name.hasPrefix("forward") && !name.hasPrefix("backward")
    }

    // MARK: Composition

    private static let maxDepth = 6
    private static let enclosures: [String: (size: CGFloat, shift: CGFloat)] = [
        "circle": (0.56, 0), "square": (0.58, 0), "app": (0.58, 0), "rectangle": (0.5, 0), "triangle": (0.48, 1.9),
        "diamond": (0.5, 0), "hexagon": (0.54, 0), "shield": (0.5, -0.6), "seal": (0.54, 0), "capsule": (0.44, 0),
    ]

    static func glyph(_ name: String, depth: Int) -> SymbolGlyph? {
        guard depth <= maxDepth else { return nil }
        if let text = SymbolTable.texts[name] { return glyph(text: text, depth: depth) }
        if let letters = letters(name) { return letters }
        guard let point = name.lastIndex(of: ".") else { return nil }
        let (rest, ending) = (String(name[..<point]), String(name[name.index(after: point)...]))
        switch ending {
        case "fill": return glyph(rest, depth: depth + 1)?.filled
        case "slash": return glyph(rest, depth: depth + 1)?.slashed
        case "badge": return glyph(rest, depth: depth + 1)?.badged(nil)
        default: break
        }
        if rest.hasSuffix(".badge"), let sign = SymbolTable.texts[ending],
            let base = glyph(String(rest.dropLast(6)), depth: depth + 1)
        {
            return base.badged(SymbolGlyph(text: sign))
        }
        guard let enclosure = enclosures[ending], let shape = SymbolTable.texts[ending],
            let inner = glyph(rest, depth: depth + 1)
        else { return nil }
        return inner.enclosed(in: SymbolGlyph(text: shape), size: enclosure.size, shift: enclosure.shift)
    }

    /// Reads a text of the table: a drawing, or `=name` with the turn in degrees or `mirrored`.
    private static func glyph(text: String, depth: Int) -> SymbolGlyph? {
        guard text.hasPrefix("=") else { return SymbolGlyph(text: text) }
        let words = text.dropFirst().split(separator: " ")
        var result = words.first.flatMap { glyph(String($0), depth: depth + 1) }
        for word in words.dropFirst() {
            result = word == "mirrored" ? result?.mirrored : result?.turned(by: Double(word).map { CGFloat($0) } ?? 0)
        }
        return result
    }

    /// Letters, numbers up to 99, and signs, drawn by the system font.
    private static func letters(_ name: String) -> SymbolGlyph? {
        let text: String
        if let sign = SymbolTable.signs[name] {
            text = sign
        } else if name.utf8.count == 1, name != ".", isName(name) {
            text = name.uppercased()
        } else if name.utf8.count == 2, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            text = name
        } else {
            return nil
        }
        var attributes = TextLayout.Attributes(family: UIFont.systemFamily, size: 22)
        attributes.weight = 500
        guard let layout = TextShaper.ofThread.value.layout(text, attributes) else { return nil }
        let path = CGMutablePath()
        for run in layout.runs { path.addPath(CGPath(run.outline())) }
        let box = path.boundingBoxOfPath
        guard !box.isNull, box.width > 0, box.height > 0 else { return nil }
        let size = min(1, 21 / box.width, 18 / box.height)
        let place = CGAffineTransform(
            a: size, b: 0, c: 0, d: size, tx: 12 - box.midX * size, ty: 12 - box.midY * size)
        return SymbolGlyph([SymbolGlyph.Piece(path: path.transformed(by: place), role: .letter)])
    }
}

extension SymbolLibrary {
    /// The names of the table, for tests and sheets.
    package static var tableNames: [String] { SymbolTable.texts.keys.filter { !$0.hasPrefix("_") }.sorted() }
}
