import Foundation

/// The fixed inputs of a layout: frames of views that are placed by them, offsets of scroll views, margins.
enum LayoutInputs {
    static func of(_ member: LayoutMember, in engine: LayoutEngine) -> [PartConstraint] {
        let node = member.node
        var inputs: [PartConstraint] = []
        if let view = node.view {
            if view === engine.root {
                if !engine.isFitting, view.flags.contains(.placedByFrame) { inputs = size(of: view, node) }
            } else if view.flags.contains(.placedByFrame) {
                inputs = autoresizing(of: view, node)
            }
            if member.scrolled != nil { inputs += scrolling(of: view, node) }
        } else if let guide = node.guide, let owner = guide.owningView {
            inputs = self.guide(guide, of: owner, node)
        }
        return inputs
    }

    private static func size(of view: UIView, _ node: LayoutNode) -> [PartConstraint] {
        let size = view.alignmentRect(forFrame: CGRect(origin: .zero, size: view.layer.bounds.size)).size
        let mask = view.resizing.logText
        return [
            NSAutoresizingMaskLayoutConstraint(mask, [.init(node, .width)], constant: size.width) {
                "\(node.logName).width == \($0.logText)"
            },
            NSAutoresizingMaskLayoutConstraint(mask, [.init(node, .height)], constant: size.height) {
                "\(node.logName).height == \($0.logText)"
            },
        ]
    }

    /// Returns two constraints per axis, depending on the flexible parts of the mask. They reproduce the current
    /// position and size in the superview.
    static func autoresizing(of view: UIView, _ node: LayoutNode) -> [PartConstraint] {
        guard let parent = view.parent else { return [] }
        let frame = view.alignmentRect(forFrame: view.untransformedFrame)
        let outer = parent.layer.bounds.size
        let mask = view.resizing
        let across = Span(
            node, parent.layoutNode, parts: (.x, .width), start: frame.minX, length: frame.width, outer: outer.width,
            gives: (
                mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)
            ))
        let down = Span(
            node, parent.layoutNode, parts: (.y, .height), start: frame.minY, length: frame.height, outer: outer.height,
            gives: (
                mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)
            ))
        return across.constraints(mask.logText) + down.constraints(mask.logText)
    }

    /// The extent of a view in its superview on one axis, with flexible and fixed parts.
    private struct Span {
        let node, outerNode: LayoutNode
        let origin, size: LayoutMember.Part
        let start, length, outer: CGFloat
        let gives: (before: Bool, itself: Bool, after: Bool)

        init(
            _ node: LayoutNode, _ outerNode: LayoutNode, parts: (LayoutMember.Part, LayoutMember.Part),
            start: CGFloat, length: CGFloat, outer: CGFloat, gives: (Bool, Bool, Bool)
        ) {
            (self.node, self.outerNode, (origin, size)) = (node, outerNode, parts)
            (self.start, self.length, self.outer) = (start, length, outer)
            self.gives = (gives.0, gives.1, gives.2)
        }

        func constraints(_ mask: String) -> [PartConstraint] { [positionConstraint(mask), extent(mask)] }

        private var after: CGFloat { outer - start - length }

        private func positionConstraint(_ mask: String) -> PartConstraint {
            switch gives {
            case (true, true, true) where outer > 0: proportional(mask, part: origin, ratio: start / outer)
            case (true, false, true) where outer != length: midway(mask)
            case (true, _, false): trailing(mask)
            default: fixed(mask, part: origin, value: start)
            }
        }

        private func extent(_ mask: String) -> PartConstraint {
            switch gives {
            case (true, true, true) where outer > 0: proportional(mask, part: size, ratio: length / outer)
            // The margin and the length change in proportion.
            case (true, true, false) where start + length > 0: shared(mask, length / (start + length))
            case (false, true, true) where outer > start: shared(mask, length / (outer - start))
            case (false, true, false): trailing(mask)
            default: fixed(mask, part: size, value: length)
            }
        }

        private var letter: String { origin == .x ? "H" : "V" }

        private func fixed(_ mask: String, part: LayoutMember.Part, value: CGFloat) -> PartConstraint {
            NSAutoresizingMaskLayoutConstraint(mask, [.init(node, part)], constant: value) { [node] in
                "\(node.logName).\(part.logName) == \($0.logText)"
            }
        }

        private func trailing(_ mask: String) -> PartConstraint {
            NSAutoresizingMaskLayoutConstraint(
                mask,
                [.init(outerNode, size), .init(node, origin, coefficient: -1), .init(node, size, coefficient: -1)],
                constant: after
            ) { [node, letter] in "\(letter):[\(node.logName)]-(\($0.logText))-|" }
        }

        private func proportional(_ mask: String, part: LayoutMember.Part, ratio: CGFloat) -> PartConstraint {
            NSAutoresizingMaskLayoutConstraint(
                mask, [.init(node, part), .init(outerNode, size, coefficient: -ratio)], constant: 0
            ) { [node, outerNode, size] _ in
                "\(node.logName).\(part.logName) == \(ratio.logText)*\(outerNode.logName).\(size.logName)"
            }
        }

        private func midway(_ mask: String) -> PartConstraint {
            let ratio = start / (outer - length)
            return NSAutoresizingMaskLayoutConstraint(
                mask,
                [
                    .init(node, origin), .init(node, size, coefficient: ratio),
                    .init(outerNode, size, coefficient: -ratio),
                ], constant: 0
            ) { [node, outerNode, origin, size] _ in
                "\(node.logName).\(origin.logName) == \(ratio.logText)*\(outerNode.logName).\(size.logName) - "
                    + "\(ratio.logText)*\(node.logName).\(size.logName)"
            }
        }

        /// Returns a constraint that makes the length a fixed part of the sum of length and margin.
        private func shared(_ mask: String, _ ratio: CGFloat) -> PartConstraint {
            let terms: [PartConstraint.Term]
            if gives.before {
                terms = [.init(node, size, coefficient: 1 - ratio), .init(node, origin, coefficient: -ratio)]
            } else {
                terms = [
                    .init(node, size), .init(outerNode, size, coefficient: -ratio),
                    .init(node, origin, coefficient: ratio),
                ]
            }
            return NSAutoresizingMaskLayoutConstraint(mask, terms, constant: 0) { [node, size] _ in
                "\(node.logName).\(size.logName) == \(ratio.logText) of what it shares with its margin"
            }
        }
    }

    private static func scrolling(of view: UIView, _ node: LayoutNode) -> [PartConstraint] {
        let origin = view.layer.bounds.origin
        return [(LayoutMember.Part.scrolledX, origin.x), (.scrolledY, origin.y)].map { part, value in
            PartConstraint([.init(node, part)], constant: value) {
                "\(node.logName).\(part.logName) == \($0.logText)"
            }
        }
    }

    /// Returns constraints that keep a guide at its distances from the edges of its view.
    private static func guide(_ guide: UILayoutGuide, of owner: UIView, _ node: LayoutNode) -> [PartConstraint] {
        switch guide.kind {
        case .own: return []
        case .scrollContent:
            return [LayoutMember.Part.x, .y].map { part in
                PartConstraint([.init(node, part)], constant: 0) { "\(node.logName).\(part.logName) == \($0.logText)" }
            }
        case .safeArea, .margins, .readableContent, .scrollFrame, .keyboard: break
        }
        let (inner, outer) = (owner.frame(of: guide.kind), owner.layer.bounds)
        let insets = owner.alignmentRectInsets
        node.knownInsets = owner.insets(of: guide.kind)
        let outerNode = owner.layoutNode
        let isScrolled = owner is UIScrollView
        let names = guide.kind.edgeNames
        func near(_ part: LayoutMember.Part, scrolled: LayoutMember.Part, inset: CGFloat, name: String)
            -> PartConstraint
        {
            let terms =
                [PartConstraint.Term(node, part)] + (isScrolled ? [.init(outerNode, scrolled, coefficient: -1)] : [])
            return PartConstraint(terms, constant: inset, identifier: name) {
                "\(part == .x ? "H" : "V"):|-(\($0.logText))-[\(node.logName)]\(part == .x ? "(LTR)" : "")"
            }
        }
        func far(
            _ part: LayoutMember.Part, _ size: LayoutMember.Part, scrolled: LayoutMember.Part, inset: CGFloat,
            name: String
        ) -> PartConstraint {
            let terms =
                [
                    PartConstraint.Term(outerNode, size), .init(node, part, coefficient: -1),
                    .init(node, size, coefficient: -1),
                ]
                + (isScrolled ? [.init(outerNode, scrolled)] : [])
            return PartConstraint(terms, constant: inset, identifier: name) {
                "\(part == .x ? "H" : "V"):[\(node.logName)]-(\($0.logText))-|\(part == .x ? "(LTR)" : "")"
            }
        }
        // A keyboard is attached to the bottom edge: its height is known, its distance from the top is not.
        let vertical =
            guide.kind == .keyboard
            ? PartConstraint([.init(node, .height)], constant: inner.height, identifier: names.top) {
                "V:[\(node.logName)(\($0.logText))]"
            } : near(.y, scrolled: .scrolledY, inset: inner.minY - outer.minY, name: names.top)
        return [
            near(.x, scrolled: .scrolledX, inset: inner.minX - outer.minX, name: names.left),
            far(
                .x, .width, scrolled: .scrolledX, inset: outer.maxX - inner.maxX - insets.left - insets.right,
                name: names.right),
            vertical,
            far(
                .y, .height, scrolled: .scrolledY, inset: outer.maxY - inner.maxY - insets.top - insets.bottom,
                name: names.bottom),
        ]
    }
}

extension UILayoutGuide.Kind {
    /// The identifiers that UIKit gives to the constraints of its guides.
    fileprivate var edgeNames: (left: String, right: String, top: String, bottom: String) {
        func names(_ name: (String) -> String) -> (String, String, String, String) {
            (name("left"), name("right"), name("top"), name("bottom"))
        }
        return switch self {
        case .margins: names { "UIView-\($0)Margin-guide-constraint" }
        case .safeArea: names { "UIViewSafeAreaLayoutGuide-\($0)" }
        case .keyboard: names { "UIKeyboardLayoutGuide-\($0)" }
        case .readableContent: names { "UIViewReadableContentGuide-\($0)" }
        case .scrollFrame, .scrollContent, .own: names { "UIScrollView-frameLayoutGuide-\($0)" }
        }
    }
}
