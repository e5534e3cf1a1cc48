public import Foundation
public import TileDrawing
public import TileViews

extension UICalendarView {
    /// The size of a decoration.
    public enum DecorationSize: Int, Hashable, Sendable {
        case small = 0
        case medium = 1
        case large = 2

        /// The diameter of a dot, and the height of an image, in points.
        var dot: CGFloat { self == .small ? 4 : self == .medium ? 6 : 8 }
        var image: CGFloat { self == .small ? 9 : self == .medium ? 11 : 14 }
    }

    /// A mark below a day: a dot, an image or a view.
    open class Decoration: NSObject {
        enum Kind {
            case dot(UIColor?, DecorationSize)
            case image(UIImage, UIColor?, DecorationSize)
            case view(() -> UIView)
        }

        let kind: Kind

        init(_ kind: Kind) { self.kind = kind }

        /// Creates a gray dot of medium size.
        public override convenience init() { self.init(.dot(nil, .medium)) }

        /// Returns a dot.
        ///
        /// - Parameter color: The color; nil for gray.
        public static func `default`(color: UIColor? = nil, size: DecorationSize = .medium) -> Decoration {
            Decoration(.dot(color, size))
        }

        /// Returns an image, shown as a template; without one, a dot.
        public static func image(
            _ image: UIImage?, color: UIColor? = nil, size: DecorationSize = .medium
        ) -> Decoration {
            guard let image else { return Decoration(.dot(color, size)) }
            return Decoration(.image(image, color, size))
        }

        /// Returns a decoration by a view, which is called when the day is shown. A view that is too large is clipped.
        public static func customView(_ customViewProvider: @escaping () -> UIView) -> Decoration {
            Decoration(.view(customViewProvider))
        }

        /// Returns a view for the decoration.
        func makeView() -> UIView {
            switch kind {
            case .dot(let color, let size):
                let dot = UIView(frame: CGRect(x: 0, y: 0, width: size.dot, height: size.dot))
                dot.backgroundColor = color ?? .systemGray3
                dot.layer.cornerRadius = size.dot / 2
                return dot
            case .image(let image, let color, let size):
                let view = UIImageView(image: image.withRenderingMode(.alwaysTemplate))
                view.tintColor = color ?? .systemGray3
                view.contentMode = .scaleAspectFit
                let ratio = image.size.height > 0 ? image.size.width / image.size.height : 1
                view.frame.size = CGSize(width: min(24, size.image * ratio), height: size.image)
                return view
            case .view(let make):
                return make()
            }
        }
    }
}

/// The delegate of a calendar view.
public protocol UICalendarViewDelegate: AnyObject {
    /// Returns the decoration of a day; nil for none.
    func calendarView(
        _ calendarView: UICalendarView, decorationFor dateComponents: DateComponents
    ) -> UICalendarView.Decoration?

    /// Called when another month has become visible.
    func calendarView(
        _ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previousDateComponents: DateComponents)
}

extension UICalendarViewDelegate {
    public func calendarView(
        _ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previousDateComponents: DateComponents
    ) {}
}
