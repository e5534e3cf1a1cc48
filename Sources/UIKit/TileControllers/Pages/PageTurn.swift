import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// A sheet of paper that is being turned from one side of the spine to the other. It consists of views: the flat part,
/// the folded part that shows the back, and the shades at the fold.
///
/// A sheet of width w with its fold at f is flat from 0 to f and folded over from 2f - w to f, measured from the spine.
/// Everything moves linearly as the fold moves from w to 0.
final class PageTurn {
    /// The position of the sheet and the direction in which it is bound.
    struct Place {
        /// The frame of the flat sheet, in the book's coordinates.
        var sheet: CGRect
        var isVertical: Bool
        /// Whether the spine is at the right or the bottom.
        var isMirrored: Bool

        var width: CGFloat { isVertical ? sheet.height : sheet.width }

        /// Returns the rectangle between two distances from the spine. Negative distances are on its other side.
        func rect(_ low: CGFloat, _ high: CGFloat) -> CGRect {
            let (near, far) = isMirrored ? (-high, -low) : (low, high)
            let spine =
                isVertical
                ? (isMirrored ? sheet.maxY : sheet.minY) : (isMirrored ? sheet.maxX : sheet.minX)
            return isVertical
                ? CGRect(x: sheet.minX, y: spine + near, width: sheet.width, height: far - near)
                : CGRect(x: spine + near, y: sheet.minY, width: far - near, height: sheet.height)
        }
    }

    private static let shadeWidth: CGFloat = 36

    private let place: Place
    private let front: UIView
    private let back: UIView
    private let flat = UIView()
    private let flap = UIView()
    private let fold: UIView
    private let shadow: UIView
    private let edge: UIView

    /// Creates a page turn.
    ///
    /// - Parameters:
    ///   - front: the page that is turned.
    ///   - back: the page on its back; nil for paper through which the front is faintly visible.
    init(front: UIView, back: UIView?, _ place: Place) {
        (self.front, self.place) = (front, place)
        self.back = back ?? Self.paper(behind: front, place)
        for clip in [flat, flap] {
            clip.clipsToBounds = true
            clip.autoresizesSubviews = false
            clip.isUserInteractionEnabled = false
        }
        fold = Self.shade(dark: 0.25, towardsSpine: true, place)
        shadow = Self.shade(dark: 0.3, towardsSpine: false, place)
        edge = Self.shade(dark: 0.16, towardsSpine: true, place)
    }

    /// Returns paper in the page's color, with a faint mirror image of the page.
    private static func paper(behind front: UIView, _ place: Place) -> UIView {
        let paper = UIView(frame: CGRect(origin: .zero, size: place.sheet.size))
        paper.backgroundColor = .systemBackground
        let color = UIView(frame: paper.bounds)
        color.backgroundColor = front.backgroundColor
        paper.addSubview(color)
        if let image = front.snapshotView(afterScreenUpdates: true) {
            image.frame = paper.bounds
            image.alpha = 0.12
            image.transform = CGAffineTransform(scaleX: place.isVertical ? 1 : -1, y: place.isVertical ? -1 : 1)
            paper.addSubview(image)
        }
        return paper
    }

    /// Returns a gradient from dark to transparent.
    ///
    /// - Parameter isTowardsSpine: whether it gets lighter toward the spine instead of away from it.
    private static func shade(dark: CGFloat, towardsSpine isTowardsSpine: Bool, _ place: Place) -> UIView {
        let view = ShadeView()
        view.isUserInteractionEnabled = false
        guard let gradient = view.layer as? CAGradientLayer else { return view }
        gradient.colors = [UIColor(white: 0, alpha: dark).cgColor, UIColor(white: 0, alpha: 0).cgColor]
        let (start, end) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
        let ends = place.isMirrored != isTowardsSpine ? (end, start) : (start, end)
        gradient.startPoint = place.isVertical ? CGPoint(x: ends.0.y, y: ends.0.x) : ends.0
        gradient.endPoint = place.isVertical ? CGPoint(x: ends.1.y, y: ends.1.x) : ends.1
        return view
    }

    /// Adds the sheet's parts above the book's pages.
    func enter(_ book: UIView, turned: Bool) {
        for part in [shadow, flat, edge, flap] { book.addSubview(part) }
        flat.addSubview(front)
        flap.addSubview(back)
        flap.addSubview(fold)
        moveToEnd(turned: turned)
    }

    /// Moves the fold.
    ///
    /// - Parameter fold: the distance from the spine, in points.
    private func move(toFold f: CGFloat) {
        let width = place.width
        flat.frame = place.rect(0, f)
        // The front keeps its position; the flat part clips it.
        front.frame = place.rect(0, width).offsetBy(dx: -flat.frame.minX, dy: -flat.frame.minY)
        flap.frame = place.rect(2 * f - width, f)
        back.frame = place.rect(2 * f - width, 2 * f).offsetBy(dx: -flap.frame.minX, dy: -flap.frame.minY)
        // The flap gets darker toward the fold. The sheet casts a shadow past the fold and beside its free edge.
        let reach = min(Self.shadeWidth, width - f)
        fold.frame = place.rect(f - reach, f).offsetBy(dx: -flap.frame.minX, dy: -flap.frame.minY)
        shadow.frame = place.rect(f, f + reach)
        let free = 2 * f - width
        edge.frame = place.rect(free - reach / 2, free)
    }

    func moveToEnd(turned: Bool) { move(toFold: turned ? 0 : place.width) }

    func removeViews() {
        for part in [shadow, flat, edge, flap] { part.removeFromSuperview() }
        front.removeFromSuperview()
        back.removeFromSuperview()
    }
}

private final class ShadeView: UIView {
    override class var layerClass: AnyClass { CAGradientLayer.self }
}
