import Foundation
public import TileControllers
import TileDrawing
public import TileViews

extension Diffing where Format == String {
    /// Compares texts line by line.
    public static var lines: Diffing {
        Diffing(
            toData: { Data($0.utf8) },
            fromData: {
                guard let text = String(data: $0, encoding: .utf8) else { throw SnapshotFailure("it is no text") }
                return text
            },
            diff: { old, new in
                guard old != new else { return nil }
                let text = difference(old, new)
                return ("the text differs (− kept, + now):\n\(text)", [])
            })
    }

    private static func difference(_ old: String, _ new: String) -> String {
        let (before, after) = (old.components(separatedBy: "\n"), new.components(separatedBy: "\n"))
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [String] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            if i < before.count, removed.contains(i) {
                lines.append("− " + before[i])
                i += 1
            } else if j < after.count, added.contains(j) {
                lines.append("+ " + after[j])
                j += 1
            } else {
                lines.append("  " + (i < before.count ? before[i] : ""))
                i += 1
                j += 1
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension Snapshotting where Value == String, Format == String {
    public static var lines: Snapshotting { Snapshotting(pathExtension: "txt", diffing: .lines) }
}

extension Snapshotting where Format == String {
    /// The value's `String(describing:)`.
    public static var description: Snapshotting {
        Snapshotting<String, String>.lines.pullback { String(describing: $0) }
    }

    /// The value's `dump`.
    public static var dump: Snapshotting {
        Snapshotting<String, String>.lines.pullback { value in
            var text = ""
            Swift.dump(value, to: &text)
            return text
        }
    }
}

extension Snapshotting where Value: UIView, Format == String {
    /// The view hierarchy after layout: class, frame and nondefault properties of each view.
    public static var recursiveDescription: Snapshotting { .recursiveDescription() }

    /// Returns a strategy for the view hierarchy.
    ///
    /// - Parameter size: The size in points; nil for the view's own.
    public static func recursiveDescription(size: CGSize? = nil) -> Snapshotting {
        Snapshotting<String, String>.lines.pullback { view in
            if let size { view.frame.size = size }
            view.layoutIfNeeded()
            return view.outline
        }
    }
}

extension Snapshotting where Value: UIViewController, Format == String {
    /// Returns a strategy for the view hierarchy of the controller in a device's window.
    public static func recursiveDescription(on config: ViewImageConfig = .iPhone13) -> Snapshotting {
        Snapshotting<String, String>.lines.pullback { controller in
            try SnapshotStage(config, UITraitCollection()).show(controller) { _ in controller.view.outline }
        }
    }
}

extension UIView {
    fileprivate var outline: String { outlineLines(0).joined(separator: "\n") }

    private func outlineLines(_ depth: Int) -> [String] {
        func text(_ number: CGFloat) -> String {
            let rounded = (Double(number) * 100).rounded() / 100
            return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
        }
        var line = String(repeating: "   | ", count: depth)
        line += "<\(Swift.type(of: self)); frame = (\(text(frame.minX)) \(text(frame.minY)); "
        line += "\(text(frame.width)) \(text(frame.height)))"
        if isHidden { line += "; hidden = YES" }
        if alpha != 1 { line += "; alpha = \(text(alpha))" }
        if let label = self as? UILabel, let text = label.text { line += "; text = '\(text)'" }
        line += ">"
        return [line] + subviews.flatMap { $0.outlineLines(depth + 1) }
    }
}
