import Foundation
import TileGeometry
import TileGraphics

/// The decorations of an element that has children, which extend to their text in the paints of that element: CSS Text
/// Decoration 3, 2.
final class SVGOuterDecorations: Equatable {
    let style: SVGStyle

    /// - Parameter style: The style of an element with decorations.
    init(of style: SVGStyle) { self.style = style }

    static func == (a: SVGOuterDecorations, b: SVGOuterDecorations) -> Bool { a === b || a.style == b.style }
}

/// The lines of text decorations, such as underlines, along glyphs that are placed individually.
struct SVGTextDecorations {
    private let rules: [Rule]
    private var builders: [PathBuilder]
    /// The line segment that is not in `builders` yet.
    private var open: (place: GlyphPlacement.Place, width: Double)?

    /// One line of a text.
    struct Rule {
        /// The top above the baseline, in user units.
        var top: Double
        var thickness: Double
        /// The element that has the decoration. Shared, because a style is large and a text may have many lines.
        var source: SVGOuterDecorations
        /// Whether the line is in front of the letters.
        var isInFront = false
    }

    /// The outline of a line.
    struct Line {
        var path: Path
        /// The element that has the decoration.
        var source: SVGOuterDecorations
        /// Whether the line is in front of the letters.
        var isInFront: Bool
        /// The style of the element that has the decoration.
        var style: SVGStyle { source.style }
    }

    init(_ style: SVGStyle, _ shaped: ShapedText) {
        rules = Self.rules(of: style, ascent: (shaped.metrics?.ascent ?? 0.8) * style.text.fontSize)
        builders = rules.map { _ in PathBuilder() }
    }

    /// Returns the lines of a text: as thick and where Chromium has them, but not rounded to pixels. Those of the
    /// outermost element are first.
    ///
    /// - Parameter ascent: The ascent of the font, in user units.
    static func rules(of style: SVGStyle, ascent: Double) -> [Rule] {
        guard !style.text.decorations.isEmpty || style.text.outerDecorations != nil else { return [] }
        let thickness = style.text.fontSize / 10
        var rules: [Rule] = []
        var next: SVGOuterDecorations? = SVGOuterDecorations(of: style)
        while let source = next {
            var own: [Rule] = []
            let decorations = source.style.text.decorations
            if decorations.contains(.underline) {
                own.append(Rule(top: -thickness / 2, thickness: thickness, source: source))
            }
            if decorations.contains(.overline) {
                own.append(Rule(top: ascent, thickness: thickness, source: source))
            }
            if decorations.contains(.lineThrough) {
                let top = ascent / 3 + thickness / 2
                own.append(Rule(top: top, thickness: thickness, source: source, isInFront: true))
            }
            rules = own + rules
            next = rules.count < maxRules ? source.style.text.outerDecorations : nil
        }
        return rules
    }

    /// The maximum number of lines of a text: each takes an operation for each run of letters.
    private static let maxRules = 6

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
        for (index, rule) in rules.enumerated() {
            let corners = [
                (0, -rule.top), (last.width, -rule.top), (last.width, rule.thickness - rule.top),
                (0, rule.thickness - rule.top),
            ]
            for (number, corner) in corners.enumerated() {
                let (x, y) = turn.apply(x: corner.0, y: corner.1)
                if number == 0 { builders[index].move(x: x, y: y) } else { builders[index].line(x: x, y: y) }
            }
            builders[index].close()
        }
    }

    /// Returns the outlines of the lines.
    mutating func lines() -> [Line] {
        end()
        return zip(rules, builders).compactMap { rule, builder in
            builder.isEmpty ? nil : Line(path: builder.build(), source: rule.source, isInFront: rule.isInFront)
        }
    }
}
