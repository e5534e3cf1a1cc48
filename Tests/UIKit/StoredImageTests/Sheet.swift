import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// A sheet of equal cells on white with gaps around them: several cases of a feature in one image.
struct Sheet {
    var columns: Int
    /// In points.
    var cell: CGSize
    /// Pixels per point.
    var scale: CGFloat = 2
    private let gap: CGFloat = 4

    init(columns: Int, width: CGFloat, height: CGFloat) {
        self.columns = columns
        cell = CGSize(width: width, height: height)
    }

    private func frame(_ index: Int) -> CGRect {
        CGRect(
            x: gap + CGFloat(index % columns) * (cell.width + gap),
            y: gap + CGFloat(index / columns) * (cell.height + gap), width: cell.width, height: cell.height)
    }

    private func size(_ count: Int) -> CGSize {
        let rows = (count + columns - 1) / columns
        let last = frame(rows * columns - 1)
        return CGSize(width: last.maxX + gap, height: last.maxY + gap)
    }

    /// Draws into cells, each with its own origin and clip. The context is the current one.
    func drawing(_ cells: [(CGContext) -> Void]) -> Bitmap {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let image = UIGraphicsImageRenderer(size: size(cells.count), format: format).image { renderer in
            let context = renderer.cgContext
            UIColor.white.setFill()
            context.fill(renderer.format.bounds)
            for (index, draw) in cells.enumerated() {
                let frame = frame(index)
                context.saveGState()
                context.clip(to: frame)
                context.translateBy(x: frame.minX, y: frame.minY)
                draw(context)
                context.restoreGState()
            }
        }
        return image.cgImage!.bitmap
    }

    /// Returns a drawing of a size in points, one pixel per point.
    static func image(_ width: Int, _ height: Int, draw: (CGContext) -> Void) -> CGImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format)
            .image { draw($0.cgContext) }.cgImage!
    }

    /// Draws layers, each in its own pale cell without clipping.
    func layers(_ layers: [CALayer]) throws -> Bitmap {
        let root = CALayer()
        root.frame = CGRect(origin: .zero, size: size(layers.count))
        root.backgroundColor = CGColor.white
        for (index, layer) in layers.enumerated() {
            let place = CALayer()
            place.frame = frame(index)
            place.backgroundColor = CGColor(gray: 0.95, alpha: 1)
            place.addSublayer(layer)
            root.addSublayer(place)
        }
        return try LayerHost(root).frame().bitmap(root.bounds, scale: scale)
    }

    /// Draws views, each in its own pale cell without clipping, in a window.
    func views(_ views: [UIView]) throws -> Bitmap {
        let screen = UIScreen(size: size(views.count), scale: scale)
        let window = UIWindow(screen: screen)
        window.backgroundColor = .white
        for (index, view) in views.enumerated() {
            let place = UIView(frame: frame(index))
            place.backgroundColor = UIColor(white: 0.95, alpha: 1)
            place.addSubview(view)
            window.addSubview(place)
        }
        window.isHidden = false
        return try screen.frame().bitmap(screen.bounds, scale: scale)
    }
}

/// The fonts that `scripts/need build` installs, regardless of others.
enum Font {
    static func regular(_ size: CGFloat) -> UIFont { named("DejaVu Sans", size) }
    static func bold(_ size: CGFloat) -> UIFont { named("DejaVu Sans Bold", size) }
    static func serif(_ size: CGFloat) -> UIFont { named("DejaVu Serif", size) }

    private static func named(_ name: String, _ size: CGFloat) -> UIFont {
        guard let font = UIFont(name: name, size: size) else {
            preconditionFailure("\(name) is missing; `scripts/need build` installs it")
        }
        return font
    }

    /// Whether text without an explicit font, such as in configured buttons, has the same font everywhere.
    static var isSystem: Bool { UIFont.systemFont(ofSize: 12).familyName == "DejaVu Sans" }
}

extension CGColor {
    static let ink = CGColor(red: 0.1, green: 0.15, blue: 0.4, alpha: 1)
    static let red = CGColor(red: 0.9, green: 0.2, blue: 0.15, alpha: 1)
    static let green = CGColor(red: 0.15, green: 0.7, blue: 0.3, alpha: 1)
    static let blue = CGColor(red: 0.2, green: 0.4, blue: 0.95, alpha: 1)
    static let yellow = CGColor(red: 1, green: 0.85, blue: 0.1, alpha: 1)
}
