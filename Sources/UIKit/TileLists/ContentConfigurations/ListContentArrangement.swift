import Foundation
import TileDrawing
import TileGeometry
import TileViews

/// The positions of the parts of a row's content for a width, in points from its top left, in left-to-right layout.
struct ListContentArrangement {
    var image: CGRect?
    var text: CGRect?
    var secondary: CGRect?
    /// The total height with the margins.
    var height: CGFloat = 0
    var isSideBySide = false

    /// The minimum height of a row, in points. Headers and footers have none.
    static let leastRowHeight: CGFloat = 44

    init() {}

    init(
        _ look: UIListContentConfiguration, margins: NSDirectionalEdgeInsets, width: CGFloat, label: UILabel?,
        secondary second: UILabel?
    ) {
        var start = margins.leading
        let end = max(start, width - margins.trailing)
        var inner: CGFloat = 0
        let picture = Self.imageSize(look)
        let room = picture.map { size in
            CGSize(
                width: max(size.width, look.imageProperties.reservedLayoutSize.width),
                height: max(size.height, look.imageProperties.reservedLayoutSize.height))
        }
        if let room {
            start += room.width + look.imageToTextPadding
            inner = room.height
        }
        let space = max(0, end - start)
        func size(_ label: UILabel, _ width: CGFloat) -> CGSize {
            label.sizeThatFits(CGSize(width: max(0, width), height: .greatestFiniteMagnitude))
        }
        let least = look.kind == .cell || look.kind == .sidebar ? Self.leastRowHeight : 0
        var texts: CGFloat = 0
        if let label, let second, look.prefersSideBySideTextAndSecondaryText,
            case let (a, b) = (size(label, .greatestFiniteMagnitude), size(second, .greatestFiniteMagnitude)),
            a.width + look.textToSecondaryTextHorizontalPadding + b.width <= space
        {
            isSideBySide = true
            texts = max(a.height, b.height)
            text = CGRect(
                x: start, y: (texts - a.height) / 2, width: space - b.width - look.textToSecondaryTextHorizontalPadding,
                height: a.height)
            secondary = CGRect(x: end - b.width, y: (texts - b.height) / 2, width: b.width, height: b.height)
        } else {
            if let label {
                let size = size(label, space)
                text = CGRect(x: start, y: 0, width: space, height: size.height)
                texts = size.height
            }
            if let second {
                let size = size(second, space)
                if label != nil { texts += look.textToSecondaryTextVerticalPadding }
                secondary = CGRect(x: start, y: texts, width: space, height: size.height)
                texts += size.height
            }
        }
        inner = max(inner, texts)
        height = max(least, (inner + margins.top + margins.bottom).rounded(.up))
        let top = (height - texts - margins.top - margins.bottom) / 2 + margins.top
        text?.origin.y += top
        secondary?.origin.y += top
        if let room, let picture {
            image = CGRect(
                x: margins.leading + (room.width - picture.width) / 2, y: (height - picture.height) / 2,
                width: picture.width, height: picture.height)
        }
    }

    private static func imageSize(_ look: UIListContentConfiguration) -> CGSize? {
        guard let size = look.imageSize, size.width > 0, size.height > 0 else { return nil }
        let most = look.imageProperties.maximumSize
        var scale: CGFloat = 1
        if most.width > 0 { scale = min(scale, most.width / size.width) }
        if most.height > 0 { scale = min(scale, most.height / size.height) }
        return CGSize(width: size.width * scale, height: size.height * scale)
    }
}
