import Foundation
import TileLayout

extension NSLayoutConstraint {
    /// Options for the alignment of the views in a visual format, perpendicular to it, and for its direction. The raw
    /// values are UIKit's.
    public struct FormatOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let alignAllLeft = FormatOptions(.left)
        public static let alignAllRight = FormatOptions(.right)
        public static let alignAllTop = FormatOptions(.top)
        public static let alignAllBottom = FormatOptions(.bottom)
        public static let alignAllLeading = FormatOptions(.leading)
        public static let alignAllTrailing = FormatOptions(.trailing)
        public static let alignAllCenterX = FormatOptions(.centerX)
        public static let alignAllCenterY = FormatOptions(.centerY)
        public static let alignAllLastBaseline = FormatOptions(.lastBaseline)
        public static let alignAllBaseline = alignAllLastBaseline
        public static let alignAllFirstBaseline = FormatOptions(.firstBaseline)
        public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)

        /// The default: rows are in the direction of text.
        public static let directionLeadingToTrailing: FormatOptions = []
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
        public static let directionMask = FormatOptions(rawValue: 3 << 16)

        /// The default: distances are measured between edges.
        public static let spacingEdgeToEdge: FormatOptions = []
        /// Distances in columns are measured from the last baseline of one view to the first baseline of the next.
        public static let spacingBaselineToBaseline = FormatOptions(rawValue: 1 << 19)
        public static let spacingMask = FormatOptions(rawValue: 1 << 19)

        private init(_ attribute: Attribute) { self.init(rawValue: 1 << UInt(attribute.rawValue)) }

        fileprivate var alignments: [Attribute] {
            (1...12).compactMap { Attribute(rawValue: $0) }.filter { contains(FormatOptions($0)) }
        }
    }

    /// Returns inactive constraints for a row or a column of views in the visual format language, such as
    /// `|-[title]-8-[amount(80)]-|`.
    ///
    /// A single `-` stands for 8 points between views and for the margin at an edge. A syntax error or a name that is
    /// not in the tables traps with UIKit's message and a caret under the position.
    ///
    /// - Parameters:
    ///   - metrics: Numbers by name.
    ///   - views: Views and layout guides by name.
    public class func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]? = nil,
        views: [String: Any]
    ) -> [NSLayoutConstraint] {
        do {
            return try VisualConstraints(format, opts, metrics: metrics ?? [:], views: views).made()
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

/// A translation of a visual format into constraints.
struct VisualConstraints {
    private let text: String
    private let format: VisualFormat
    private let options: NSLayoutConstraint.FormatOptions
    private let metrics: [String: Any]
    private let views: [String: Any]

    init(
        _ text: String, _ options: NSLayoutConstraint.FormatOptions, metrics: [String: Any], views: [String: Any]
    ) throws(VisualFormatError) {
        format = try VisualFormat(text)
        (self.text, self.options, self.metrics, self.views) = (text, options, metrics, views)
    }

    func made() throws(VisualFormatError) -> [NSLayoutConstraint] {
        let nodes = try format.views.map { view throws(VisualFormatError) in
            guard let item = views[view.name] else {
                throw error("\(view.name) is not a key in the views dictionary.", view.offset)
            }
            return LayoutNode.of(item)
        }
        for attribute in options.alignments where attribute.axis == axis {
            let edge = axis == .horizontal ? "vertical" : "horizontal"
            throw error(
                "Options mask required views to be aligned on a \(edge) edge, which is not allowed for layout that is "
                    + "also \(axis).", 0)
        }
        var made: [NSLayoutConstraint] = []
        if let start = format.start {
            let edge = try superview(of: nodes[0], at: 0)
            made += try distances(start) { constant, relation, priority in
                NSLayoutConstraint(
                    LayoutTerm(nodes[0], near), relation,
                    second: LayoutTerm(edge, constant == nil ? near.margin : near), constant: constant ?? 0,
                    priority: priority)
            }
        }
        made += try lengths(of: 0, nodes)
        for index in nodes.indices.dropFirst() {
            let isByBaseline = axis == .vertical && options.contains(.spacingBaselineToBaseline)
            made += try distances(format.connections[index - 1], usual: systemSpacing) { constant, relation, priority in
                NSLayoutConstraint(
                    LayoutTerm(nodes[index], isByBaseline ? .firstBaseline : near), relation,
                    second: LayoutTerm(nodes[index - 1], isByBaseline ? .lastBaseline : far),
                    constant: constant ?? 0, priority: priority)
            }
            made += try lengths(of: index, nodes)
        }
        if let end = format.end, let last = nodes.last {
            let edge = try superview(of: last, at: text.count - 1)
            made += try distances(end) { constant, relation, priority in
                NSLayoutConstraint(
                    LayoutTerm(edge, constant == nil ? far.margin : far), relation, second: LayoutTerm(last, far),
                    constant: constant ?? 0, priority: priority)
            }
        }
        for attribute in options.alignments {
            for (a, b) in zip(nodes, nodes.dropFirst()) {
                made.append(NSLayoutConstraint(LayoutTerm(a, attribute), .equal, second: LayoutTerm(b, attribute)))
            }
        }
        return made
    }

    private var axis: NSLayoutConstraint.Axis { format.axis == .horizontal ? .horizontal : .vertical }

    private var direction: NSLayoutConstraint.FormatOptions { options.intersection(.directionMask) }

    /// The edge of a view at which the row or column begins.
    private var near: NSLayoutConstraint.Attribute {
        guard axis == .horizontal else { return .top }
        return switch direction {
        case .directionLeftToRight: .left
        case .directionRightToLeft: .right
        default: .leading
        }
    }

    private var far: NSLayoutConstraint.Attribute {
        guard axis == .horizontal else { return .bottom }
        return switch direction {
        case .directionLeftToRight: .right
        case .directionRightToLeft: .left
        default: .trailing
        }
    }

    private func superview(of node: LayoutNode, at offset: Int) throws(VisualFormatError) -> LayoutNode {
        guard let superview = node.view?.superview ?? node.guide?.owningView else {
            throw error(
                "Unable to interpret '|' character, because the related view doesn't have a superview", offset)
        }
        return superview.layoutNode
    }

    /// A Boolean value that indicates whether the row runs against the x axis, from right to left.
    private var isReversed: Bool { axis == .horizontal && direction == .directionRightToLeft }

    /// Returns the constraints for a connection between two views, or between a view and an edge.
    ///
    /// - Parameters:
    ///   - usual: The default constant; nil at edges, where the default is the margin.
    ///   - make: Creates a constraint; its constant is nil for the margin.
    private func distances(
        _ connection: VisualFormat.Connection, usual: CGFloat? = nil,
        _ make: (CGFloat?, NSLayoutConstraint.Relation, UILayoutPriority) -> NSLayoutConstraint
    ) throws(VisualFormatError) -> [NSLayoutConstraint] {
        let sign: CGFloat = isReversed ? -1 : 1
        switch connection {
        case .none: return [make(0, .equal, .required)]
        case .standard: return [make(usual.map { sign * $0 }, .equal, .required)]
        case .predicates(let predicates):
            return try predicates.map { predicate throws(VisualFormatError) in
                let relation = NSLayoutConstraint.Relation(predicate.relation)
                return make(
                    sign * (try number(predicate.value, predicate.valueOffset)),
                    isReversed ? relation.reversed : relation, try priority(of: predicate))
            }
        }
    }

    private func lengths(of index: Int, _ nodes: [LayoutNode]) throws(VisualFormatError) -> [NSLayoutConstraint] {
        let attribute: NSLayoutConstraint.Attribute = axis == .horizontal ? .width : .height
        return try format.views[index].predicates.map { predicate throws(VisualFormatError) in
            var (other, constant): (LayoutTerm?, CGFloat) = (nil, 0)
            if case .name(let name) = predicate.value, metrics[name] == nil, let item = views[name] {
                other = LayoutTerm(LayoutNode.of(item), attribute)
            } else {
                constant = try number(predicate.value, predicate.valueOffset)
            }
            return NSLayoutConstraint(
                LayoutTerm(nodes[index], attribute), .init(predicate.relation), second: other, constant: constant,
                priority: try priority(of: predicate))
        }
    }

    private func number(_ value: VisualFormat.Value, _ offset: Int) throws(VisualFormatError) -> CGFloat {
        switch value {
        case .number(let number): return CGFloat(number)
        case .name(let name):
            guard let metric = metrics[name] else {
                throw error("\(name) is not a key in the metrics dictionary.", offset)
            }
            guard let number = LayoutMetric.number(metric), number.isFinite else {
                throw error("the metric \(name) is \(metric), and no finite number", offset)
            }
            return number
        }
    }

    private func priority(of predicate: VisualFormat.Predicate) throws(VisualFormatError) -> UILayoutPriority {
        guard let value = predicate.priority else { return .required }
        let priority = UILayoutPriority(Float(try number(value, predicate.priorityOffset)))
        guard priority.rawValue > 0, priority.rawValue <= UILayoutPriority.required.rawValue else {
            throw error(
                "Priorities must be greater than 0 and less or equal to UILayoutPriority.required, which is 1000.",
                predicate.priorityOffset)
        }
        return priority
    }

    private func error(_ reason: String, _ offset: Int) -> VisualFormatError {
        VisualFormatError(reason, in: text, at: offset)
    }
}

/// Conversions of the number types that programs use in the metrics table.
private enum LayoutMetric {
    static func number(_ value: Any) -> CGFloat? {
        switch value {
        case let value as CGFloat: value
        case let value as Double: CGFloat(value)
        case let value as Float: CGFloat(value)
        case let value as any BinaryInteger: CGFloat(Double(value))
        case let value as UILayoutPriority: CGFloat(value.rawValue)
        case let value as NSNumber: CGFloat(value.doubleValue)
        default: nil
        }
    }
}

extension NSLayoutConstraint.Relation {
    fileprivate init(_ relation: LinearConstraint.Relation) {
        self =
            switch relation {
            case .lessThanOrEqual: .lessThanOrEqual
            case .equal: .equal
            case .greaterThanOrEqual: .greaterThanOrEqual
            }
    }
}

extension NSLayoutConstraint.Attribute {
    /// The margin attribute at an edge.
    fileprivate var margin: Self {
        switch self {
        case .left: .leftMargin
        case .right: .rightMargin
        case .top: .topMargin
        case .bottom: .bottomMargin
        case .leading: .leadingMargin
        case .trailing: .trailingMargin
        default: self
        }
    }
}
