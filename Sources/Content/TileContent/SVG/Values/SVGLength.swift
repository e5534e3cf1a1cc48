import Foundation

/// A length with its unit, resolved when the viewport and the font are known.
struct SVGLength: Equatable, Sendable {
    enum Unit: Equatable, Sendable {
        case user, percent, em, inch, centimeter, millimeter, quarterMillimeter, point, pica
        case ex, zeroWidth, capHeight, ideograph, lineHeight
        case rootEm, rootEx, rootZeroWidth, rootCapHeight, rootIdeograph, rootLineHeight
        case viewportWidth, viewportHeight, viewportMin, viewportMax
        /// A calculation, such as `calc(50% - 3px)`, that cannot be reduced to another unit.
        case calculation(SVGCalculation)
    }

    /// The number of units. 0 for a calculation.
    var value: Double
    var unit: Unit

    init(_ value: Double, _ unit: Unit = .user) {
        self.value = value
        self.unit = unit
    }

    static let zero = SVGLength(0)

    /// Creates the length that a calculation gives.
    init(_ node: SVGCalculation.Node) {
        if let constant = node.constant {
            self.init(SVGCalculation.bounded(constant))
        } else {
            self.init(0, .calculation(SVGCalculation(node)))
        }
    }

    /// Parses the whole text as one length, or returns nil. A number without a unit is in pixels.
    init?(_ bytes: TextBytes) {
        var scanner = SVGScanner(bytes)
        scanner.skipSpace()
        guard let value = scanner.number() else {
            guard let length = SVGValueParser.parse(bytes, { $0.length(unitless: .accepted) }) else { return nil }
            self = length
            return
        }
        if scanner.isAtEnd {
            // Most lengths have no unit.
            self.init(value)
        } else if scanner.consume(0x25) {
            self.init(value, .percent)
        } else {
            let name = scanner.identifier()
            guard let unit = name.isEmpty ? .user : Self.units[name] else { return nil }
            self.init(value, unit)
        }
        scanner.skipSpace()
        guard scanner.isAtEnd else { return nil }
    }

    /// The units by their names. The small, large and dynamic viewports of browsers are one here.
    static let units: [String: Unit] = {
        var units: [String: Unit] = [
            "px": .user, "em": .em, "ex": .ex, "in": .inch, "cm": .centimeter, "mm": .millimeter,
            "q": .quarterMillimeter, "pt": .point, "pc": .pica, "ch": .zeroWidth, "cap": .capHeight, "ic": .ideograph,
            "lh": .lineHeight, "rem": .rootEm, "rex": .rootEx, "rch": .rootZeroWidth, "rcap": .rootCapHeight,
            "ric": .rootIdeograph, "rlh": .rootLineHeight,
        ]
        for size in ["", "s", "l", "d"] {
            units["\(size)vw"] = .viewportWidth
            units["\(size)vi"] = .viewportWidth
            units["\(size)vh"] = .viewportHeight
            units["\(size)vb"] = .viewportHeight
            units["\(size)vmin"] = .viewportMin
            units["\(size)vmax"] = .viewportMax
        }
        return units
    }()

    /// Whether the length depends on the size of something else, as percentages do.
    var hasPercent: Bool {
        switch unit {
        case .percent: true
        case .calculation(let calculation): calculation.node.hasPercent
        default: false
        }
    }

    var isCalculation: Bool { if case .calculation = unit { true } else { false } }

    /// Whether the length is a part of the window, which a drawing by itself has none of.
    var isPartOfWindow: Bool {
        switch unit {
        case .percent, .viewportWidth, .viewportHeight, .viewportMin, .viewportMax: true
        case .calculation(let calculation): calculation.node.isPartOfWindow
        default: false
        }
    }

    /// Whether the length of a font size is a factor of another font size.
    var isPartOfFont: Bool {
        switch unit {
        case .percent, .em, .ex, .zeroWidth, .capHeight, .ideograph, .lineHeight: true
        case .rootEm, .rootEx, .rootZeroWidth, .rootCapHeight, .rootIdeograph, .rootLineHeight: true
        default: false
        }
    }

    /// Whether the length is known to be below 0. A calculation is bounded where it is used.
    var isNegative: Bool { value < 0 }

    /// Returns the length in user units.
    ///
    /// - Parameters:
    ///   - reference: The length that 100 % corresponds to.
    ///   - fontSize: The font size in user units.
    func resolve(reference: Double, fontSize: Double) -> Double {
        resolve(reference: reference) { SVGRelativeUnits(fontSize: fontSize) }
    }

    /// Returns the length in user units.
    ///
    /// - Parameters:
    ///   - reference: The length that 100 % corresponds to.
    ///   - units: Returns the sizes that relative units refer to.
    func resolve(reference: Double, _ units: () -> SVGRelativeUnits) -> Double {
        switch unit {
        case .user: value
        case .percent: value / 100 * reference
        case .inch: value * Self.pixelsPerInch
        case .centimeter: value * Self.pixelsPerInch / 2.54
        case .millimeter: value * Self.pixelsPerInch / 25.4
        case .quarterMillimeter: value * Self.pixelsPerInch / 101.6
        case .point: value * Self.pixelsPerInch / 72
        case .pica: value * Self.pixelsPerInch / 6
        case .calculation(let calculation): calculation.resolve(reference: reference, units())
        default: value * units().size(of: unit)
        }
    }

    /// CSS 2.1, 4.3.2: a pixel is 1/96 inch.
    static let pixelsPerInch = 96.0
}

/// The sizes, in user units, that font- and viewport-relative units refer to.
struct SVGRelativeUnits: Equatable {
    var fontSize = 16.0
    /// The proportions of the element's font.
    var proportions = SVGFontProportions()
    /// The height of a line; nil if it follows from the font.
    var lineHeight: Double?
    var root = SVGRootSizes()

    /// Returns the size of one unit.
    func size(of unit: SVGLength.Unit) -> Double {
        switch unit {
        case .em, .ideograph: fontSize
        case .ex: fontSize * proportions.xHeight
        case .zeroWidth: fontSize * proportions.zeroWidth
        case .capHeight: fontSize * proportions.capHeight
        case .lineHeight: lineHeight ?? fontSize * SVGFontProportions.lineHeight
        case .rootEm, .rootIdeograph: root.fontSize
        case .rootEx: root.fontSize * SVGFontProportions().xHeight
        case .rootZeroWidth: root.fontSize * SVGFontProportions().zeroWidth
        case .rootCapHeight: root.fontSize * SVGFontProportions().capHeight
        case .rootLineHeight: root.lineHeight ?? root.fontSize * SVGFontProportions.lineHeight
        case .viewportWidth: root.width / 100
        case .viewportHeight: root.height / 100
        case .viewportMin: min(root.width, root.height) / 100
        case .viewportMax: max(root.width, root.height) / 100
        default: SVGLength(1, unit).resolve(reference: 0) { self }
        }
    }
}

/// Sizes within a font, relative to its size. The defaults are those of fonts that do not say.
struct SVGFontProportions: Equatable {
    var xHeight = 0.5
    /// The advance of the digit 0.
    var zeroWidth = 0.5
    var capHeight = 0.7

    /// The height of a line without `line-height`.
    static let lineHeight = 1.15
}

/// The sizes that belong to the document.
struct SVGRootSizes: Equatable {
    /// The font size of the root element.
    var fontSize = 16.0
    var lineHeight: Double?
    /// The size of the document, to which viewport units refer.
    var width = 0.0
    var height = 0.0
}
