import Foundation
import TileBars
import TileDrawing
import TileViews

/// A bar over a page with some content, on a phone by default.
final class BarStage: UIView {
    enum Place { case top, bottom }

    init(
        _ bar: UIView, _ place: Place, size: CGSize, style: UIUserInterfaceStyle = .light,
        isRightToLeft: Bool = false, text: UIContentSizeCategory = .large, isCompact: Bool = false,
        isWide: Bool = false
    ) {
        super.init(frame: CGRect(origin: .zero, size: size))
        traitOverrides.horizontalSizeClass = isWide ? .regular : .compact
        traitOverrides.verticalSizeClass = isCompact ? .compact : .regular
        traitOverrides.preferredContentSizeCategory = text
        traitOverrides.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
        overrideUserInterfaceStyle = style
        backgroundColor = .systemBackground
        clipsToBounds = true
        // Rows of which some lie behind the bar.
        for index in 0..<4 {
            let row = UIView(frame: CGRect(x: 16, y: CGFloat(index) * 34 + 8, width: size.width * 0.6, height: 14))
            row.backgroundColor = index.isMultiple(of: 2) ? .systemGray4 : .systemTeal
            row.layer.cornerRadius = 7
            addSubview(row)
        }
        addSubview(bar)
        let height = bar.sizeThatFits(size).height
        bar.frame = CGRect(
            x: 0, y: place == .top ? 0 : size.height - height, width: size.width, height: height)
    }

    required init?(coder: NSCoder) { nil }
}

extension UINavigationBar {
    /// Returns a bar with a stack of the titles, the last on top, modified by the closure.
    static func stack(_ titles: String..., change: (UINavigationItem) -> Void = { _ in }) -> UINavigationBar {
        let bar = UINavigationBar(frame: .zero)
        let items = titles.map { UINavigationItem(title: $0) }
        change(items[items.count - 1])
        bar.items = items
        return bar
    }
}
