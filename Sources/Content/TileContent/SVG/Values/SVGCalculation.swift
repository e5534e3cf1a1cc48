import Foundation
import TileGraphics

/// A calculation of a length, such as `calc(50% - 3px)`: CSS Values Level 4, 10.
final class SVGCalculation: Equatable, Sendable {
    /// The dimension of a calculated value.
    struct Dimension: Equatable {
        var length: Int8 = 0
        var angle: Int8 = 0
        var percent: Int8 = 0

        static let number = Dimension()
        static let length = Dimension(length: 1)
        static let angle = Dimension(angle: 1)
        static let percent = Dimension(percent: 1)

        static func + (a: Self, b: Self) -> Self {
            Self(length: a.length &+ b.length, angle: a.angle &+ b.angle, percent: a.percent &+ b.percent)
        }

        static func - (a: Self, b: Self) -> Self {
            Self(length: a.length &- b.length, angle: a.angle &- b.angle, percent: a.percent &- b.percent)
        }
    }

    enum Function: String, Sendable {
        case min, max, clamp, hypot, mod, rem, abs, sign, sin, cos, tan, asin, acos, atan, atan2, pow, sqrt, log, exp
        case roundNearest, roundUp, roundDown, roundToZero, progress
    }

    indirect enum Node: Equatable, Sendable {
        /// A number, an angle in degrees, or a length in pixels.
        case constant(Double)
        case length(Double, SVGLength.Unit)
        /// The number of a channel of the color that a relative color starts from.
        case channel(Int)
        case sum(Node, Node)
        case difference(Node, Node)
        case product(Node, Node)
        case quotient(Node, Node)
        case function(Function, [Node])

        /// The value, if it is the same everywhere.
        var constant: Double? {
            if case .constant(let value) = self { return value }
            return nil
        }

        var hasPercent: Bool {
            switch self {
            case .constant, .channel: false
            case .length(_, let unit): unit == .percent
            case .sum(let a, let b), .difference(let a, let b), .product(let a, let b), .quotient(let a, let b):
                a.hasPercent || b.hasPercent
            case .function(_, let arguments): arguments.contains { $0.hasPercent }
            }
        }

        /// Whether a length in it is a part of the window.
        var isPartOfWindow: Bool {
            switch self {
            case .constant, .channel: false
            case .length(let value, let unit): SVGLength(value, unit).isPartOfWindow
            case .sum(let a, let b), .difference(let a, let b), .product(let a, let b), .quotient(let a, let b):
                a.isPartOfWindow || b.isPartOfWindow
            case .function(_, let arguments): arguments.contains { $0.isPartOfWindow }
            }
        }

        /// Returns the node, calculated as far as its arguments are known.
        var reduced: Node {
            switch self {
            case .constant, .channel: return self
            case .length(_, let unit):
                return unit.isAbsolute ? .constant(value(SVGCalculation.Inputs())) : self
            case .sum(let a, let b), .difference(let a, let b), .product(let a, let b), .quotient(let a, let b):
                return a.constant != nil && b.constant != nil ? .constant(value(SVGCalculation.Inputs())) : self
            case .function(_, let arguments):
                let isKnown = arguments.allSatisfy { $0.constant != nil }
                return isKnown ? .constant(value(SVGCalculation.Inputs())) : self
            }
        }

        func value(_ inputs: Inputs) -> Double {
            switch self {
            case .constant(let value): value
            case .length(let value, let unit):
                SVGLength(value, unit).resolve(reference: inputs.reference) { inputs.units }
            case .channel(let index): inputs.channels[index]
            case .sum(let a, let b): a.value(inputs) + b.value(inputs)
            case .difference(let a, let b): a.value(inputs) - b.value(inputs)
            case .product(let a, let b): a.value(inputs) * b.value(inputs)
            case .quotient(let a, let b): a.value(inputs) / b.value(inputs)
            case .function(let function, let arguments): function.value(arguments.map { $0.value(inputs) })
            }
        }
    }

    /// The values that a calculation depends on.
    struct Inputs {
        /// The length that 100 % corresponds to.
        var reference = 0.0
        var units = SVGRelativeUnits()
        /// The channels of a color.
        var channels = SIMD4<Double>()
    }

    let node: Node

    init(_ node: Node) { self.node = node }

    static func == (a: SVGCalculation, b: SVGCalculation) -> Bool { a === b || a.node == b.node }

    func resolve(reference: Double, _ units: SVGRelativeUnits) -> Double {
        Self.bounded(node.value(Inputs(reference: reference, units: units)))
    }

    /// Returns a result within the bounds of browsers. An undefined result is 0.
    static func bounded(_ value: Double) -> Double {
        value.isNaN ? 0 : min(largest, max(-largest, value))
    }

    private static let largest = 33_554_430.0

    /// The degrees in one unit of an angle.
    static let degrees: [String: Double] = ["deg": 1, "grad": 0.9, "rad": 180 / .pi, "turn": 360]

    /// The maximum number of nodes of one property's calculations. A larger one is invalid.
    static let maxNodes = 256
}

extension SVGLength.Unit {
    /// Whether a length in this unit is the same everywhere.
    fileprivate var isAbsolute: Bool {
        switch self {
        case .user, .inch, .centimeter, .millimeter, .quarterMillimeter, .point, .pica: true
        default: false
        }
    }
}

extension SVGCalculation.Function {
    /// The number of arguments.
    var arity: ClosedRange<Int> {
        switch self {
        case .min, .max, .hypot: 1...64
        case .clamp, .progress: 3...3
        case .mod, .rem, .atan2, .pow: 2...2
        case .roundNearest, .roundUp, .roundDown, .roundToZero, .log: 1...2
        default: 1...1
        }
    }

    /// Returns the dimension of the result; nil if the arguments do not fit.
    func dimension(_ arguments: [SVGCalculation.Dimension]) -> SVGCalculation.Dimension? {
        guard arguments.allSatisfy({ $0 == arguments[0] }) else { return nil }
        let isNumber = arguments[0] == .number
        switch self {
        case .min, .max, .clamp, .hypot, .mod, .rem, .abs: return arguments[0]
        case .roundNearest, .roundUp, .roundDown, .roundToZero:
            // Without a step the value is rounded to whole numbers.
            return arguments.count == 2 || isNumber ? arguments[0] : nil
        case .sign, .progress: return .number
        case .sin, .cos, .tan: return isNumber || arguments[0] == .angle ? .number : nil
        case .asin, .acos, .atan: return isNumber ? .angle : nil
        case .atan2: return .angle
        case .pow, .sqrt, .log, .exp: return isNumber ? .number : nil
        }
    }

    /// Returns the result. Angles are in degrees, except those of `sin`, `cos` and `tan`, which are in radians.
    fileprivate func value(_ arguments: [Double]) -> Double {
        let first = arguments[0]
        let second = arguments.count > 1 ? arguments[1] : 1
        switch self {
        case .min: return arguments.reduce(.infinity) { $0.isNaN || $1.isNaN ? .nan : Swift.min($0, $1) }
        case .max: return arguments.reduce(-.infinity) { $0.isNaN || $1.isNaN ? .nan : Swift.max($0, $1) }
        case .clamp:
            return arguments.contains { $0.isNaN } ? .nan : Swift.max(first, Swift.min(second, arguments[2]))
        case .hypot: return arguments.reduce(0) { $0 + $1 * $1 }.squareRoot()
        case .mod:
            let rest = fmod(first, second)
            return rest != 0 && (rest < 0) != (second < 0) ? rest + second : rest
        case .rem: return fmod(first, second)
        case .abs: return Swift.abs(first)
        case .sign: return first > 0 ? 1 : first < 0 ? -1 : first
        case .sin: return Foundation.sin(first)
        case .cos: return Foundation.cos(first)
        case .tan: return Foundation.tan(first)
        case .asin: return Foundation.asin(first) * 180 / .pi
        case .acos: return Foundation.acos(first) * 180 / .pi
        case .atan: return Foundation.atan(first) * 180 / .pi
        case .atan2: return Foundation.atan2(first, second) * 180 / .pi
        case .pow: return Foundation.pow(first, second)
        case .sqrt: return first.squareRoot()
        case .log: return arguments.count > 1 ? Foundation.log(first) / Foundation.log(second) : Foundation.log(first)
        case .exp: return Foundation.exp(first)
        // Halves are rounded up.
        case .roundNearest: return second == 0 ? .nan : (first / second + 0.5).rounded(.down) * second
        case .roundUp: return second == 0 ? .nan : (first / second).rounded(.up) * second
        case .roundDown: return second == 0 ? .nan : (first / second).rounded(.down) * second
        case .roundToZero: return second == 0 ? .nan : (first / second).rounded(.towardZero) * second
        case .progress: return arguments[2] == second ? 0 : (first - second) / (arguments[2] - second)
        }
    }
}

// MARK: Parsing

/// A part of a calculation with its dimension.
struct SVGCalculatedValue {
    var node: SVGCalculation.Node
    var dimension: SVGCalculation.Dimension
}

extension SVGValueParser {
    /// The meaning of percentages in a calculation.
    enum PercentMeaning { case length, percent, refused }

    /// Names of channels that a calculation may use, with their numbers.
    typealias Channels = [String: Int]

    /// Reads a mathematical function; nil if the current token is no such function or has an error.
    mutating func calculation(percent: PercentMeaning, channels: Channels = [:]) -> SVGCalculatedValue? {
        guard case .function(let name) = token else { return nil }
        return nested { $0.calculated(name, percent: percent, channels: channels) }
    }

    /// Counts a node and returns it in reduced form; nil if there are too many.
    private mutating func counted(
        _ node: SVGCalculation.Node, _ dimension: SVGCalculation.Dimension
    ) -> SVGCalculatedValue? {
        calculationSize += 1
        guard calculationSize <= SVGCalculation.maxNodes else { return nil }
        return SVGCalculatedValue(node: node.reduced, dimension: dimension)
    }

    private mutating func calculated(
        _ name: String, percent: PercentMeaning, channels: Channels
    ) -> SVGCalculatedValue? {
        if name == "calc" || name == "-webkit-calc" {
            advance()
            guard let value = sum(percent, channels), close() else { return nil }
            return value
        }
        var function: SVGCalculation.Function?
        if name == "round" {
            advance()
            function = .roundNearest
            let strategies: [String: SVGCalculation.Function] = [
                "nearest": .roundNearest, "up": .roundUp, "down": .roundDown, "to-zero": .roundToZero,
            ]
            if let strategy = keyword(strategies) {
                function = strategy
                guard consume(.comma) else { return nil }
            }
        } else {
            function = SVGCalculation.Function(rawValue: name)
            guard function != nil else { return nil }
            advance()
        }
        guard let function else { return nil }
        var arguments: [SVGCalculatedValue] = []
        repeat {
            // A bound of `clamp()` may be missing.
            if function == .clamp, arguments.count != 1, consume(identifier: "none") {
                guard let bound = counted(.constant(arguments.isEmpty ? -.infinity : .infinity), .number) else {
                    return nil
                }
                arguments.append(bound)
                continue
            }
            guard arguments.count < function.arity.upperBound, let argument = sum(percent, channels) else { return nil }
            arguments.append(argument)
        } while consume(.comma)
        guard close(), function.arity.contains(arguments.count) else { return nil }
        if function == .clamp {
            for index in [0, 2] where arguments[index].node.constant.map({ $0.isInfinite }) == true {
                arguments[index].dimension = arguments[1].dimension
            }
        }
        guard let dimension = function.dimension(arguments.map(\.dimension)) else { return nil }
        var nodes = arguments.map(\.node)
        if function == .sin || function == .cos || function == .tan, arguments[0].dimension == .angle {
            nodes = [SVGCalculation.Node.product(nodes[0], .constant(.pi / 180)).reduced]
        }
        return counted(.function(function, nodes), dimension)
    }

    private mutating func sum(_ percent: PercentMeaning, _ channels: Channels) -> SVGCalculatedValue? {
        guard var result = product(percent, channels) else { return nil }
        while case .delimiter(let sign) = token, sign == 0x2B || sign == 0x2D {
            // Signs need spaces around them, because "1 -1" is two numbers.
            guard isAfterSpace else { return nil }
            advance()
            guard isAfterSpace, let next = product(percent, channels), next.dimension == result.dimension,
                let both = counted(
                    sign == 0x2B ? .sum(result.node, next.node) : .difference(result.node, next.node), result.dimension)
            else { return nil }
            result = both
        }
        return result
    }

    private mutating func product(_ percent: PercentMeaning, _ channels: Channels) -> SVGCalculatedValue? {
        guard var result = operand(percent, channels) else { return nil }
        while case .delimiter(let sign) = token, sign == 0x2A || sign == 0x2F {
            advance()
            guard let next = operand(percent, channels) else { return nil }
            let both =
                sign == 0x2A
                ? counted(.product(result.node, next.node), result.dimension + next.dimension)
                : counted(.quotient(result.node, next.node), result.dimension - next.dimension)
            guard let both else { return nil }
            result = both
        }
        return result
    }

    private mutating func operand(_ percent: PercentMeaning, _ channels: Channels) -> SVGCalculatedValue? {
        switch token {
        case .number(let value):
            advance()
            return counted(.constant(value), .number)
        case .percentage(let value):
            guard percent != .refused else { return nil }
            advance()
            return percent == .length
                ? counted(.length(value, .percent), .length) : counted(.constant(value), .percent)
        case .dimension(let value, let name):
            if let unit = SVGLength.units[name] {
                advance()
                return counted(.length(value, unit), .length)
            }
            guard let factor = SVGCalculation.degrees[name] else { return nil }
            advance()
            return counted(.constant(value * factor), .angle)
        case .identifier(let name):
            if let channel = channels[name] {
                advance()
                return counted(.channel(channel), .number)
            }
            guard let value = Self.constants[name] else { return nil }
            advance()
            return counted(.constant(value), .number)
        case .open:
            return nested { parser in
                parser.advance()
                guard let value = parser.sum(percent, channels), parser.close() else { return nil }
                return value
            }
        case .function: return calculation(percent: percent, channels: channels)
        default: return nil
        }
    }

    private static let constants: [String: Double] = [
        "pi": .pi, "e": M_E, "infinity": .infinity, "-infinity": -.infinity, "nan": .nan,
    ]
}
