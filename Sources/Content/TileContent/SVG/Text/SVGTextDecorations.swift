import Foundation
import TileGeometry
import TileGraphics

/// The lines of text decorations, such as underlines, along glyphs that are placed individually.
struct SVGTextDecorations {
    private let rules: [Rule]
    private var builder = PathBuilder()
    /// The line segment that is not in `builder` yet.
    private var open: (place: GlyphPlacement.Place, width: Double)?

    /// A line's top above the baseline and its thickness, in user units.
    struct Rule {
        var top: Double
        var thickness: Double
    }

    init(_ text: SVGTextStyle, _ shaped: ShapedText) {
        rules = Self.rules(of: text, ascent: (shaped.metrics?.ascent ?? 0.8) * text.fontSize)
    }

    /// Returns the lines of a text: as thick and where Chromium has them, but not rounded to pixels.
    ///
    /// - Parameter ascent: The ascent of the font, in user units.
    static func rules(of text: SVGTextStyle, ascent: Double) -> [Rule] {
        let decorations = text.decorations.union(text.outerDecorations)
        let thickness = text.fontSize / 10
        var rules: [Rule] = []
        if decorations.contains(.underline) { rules.append(Rule(top: -thickness / 2, thickness: thickness)) }
        if decorations.contains(.overline) { rules.append(Rule(top: ascent, thickness: thickness)) }
        if decorations.contains(.lineThrough) {
            rules.append(Rule(top: ascent / 3 + thickness / 2, thickness: thickness))
        }
        return rules
    }

    /// Adds the line along a glyph. It extends the previous segment if the two meet.
    mutating func add(_ place: GlyphPlacement.Place, advance: Double) {
        guard !rules.isEmpty else { return }
        if let last = open, last.place.angle == place.angle, last.place.size == place.size {
            let (cosine, sine) = (cos(place.angle), sin(place.angle))
            let gap = hypot(
                last.place.x + last.width * cosine - place.x, last.place.y + last.width * sine - place.y)
            if gap < place.size / 1000 {
                open?.width += advance
                return
            }
        }
        end()
        open = (place, advance)
    }

    private mutating func end() {
        guard let last = open else { return }
        open = nil
        let turn = CGAffineTransform(rotationAngle: last.place.angle).concatenating(
            CGAffineTransform(translationX: last.place.x, y: last.place.y))
        for rule in rules {
            let corners = [
                (0, -rule.top), (last.width, -rule.top), (last.width, rule.thickness - rule.top),
                (0, rule.thickness - rule.top),
            ]
            for (number, corner) in corners.enumerated() {
                let (x, y) = turn.apply(x: corner.0, y: corner.1)
                if number == 0 { builder.move(x: x, y: y) } else { builder.line(x: x, y: y) }
            }
            builder.close()
        }
    }

    /// Returns the outline, or nil if there are no lines.
    mutating func outline() -> Path? {
        end()
        return builder.isEmpty ? nil : builder.build()
    }
}
