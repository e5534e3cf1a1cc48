import TileGeometry

/// The rule for fitting a viewBox into a viewport: SVG 2, 8.6 (`preserveAspectRatio`).
struct SVGAspectRatio: Equatable {
    enum Scaling { case none, meet, slice }

    /// The alignment of the leftover space along the x-axis: 0, ½ or 1.
    var alignX = 0.5
    var alignY = 0.5
    var scaling = Scaling.meet

    init() {}

    init?(_ bytes: TextBytes) {
        var words = SVGStyle.trimmed(bytes).split(separator: " ").map(String.init)
        if words.first == "defer" { words.removeFirst() }
        guard let align = words.first else { return nil }
        if align == "none" {
            scaling = .none
            return
        }
        guard align.count == 8, align.hasPrefix("x"), let x = Self.part(align.dropFirst().prefix(3)),
            align.dropFirst(4).first == "Y", let y = Self.part(align.suffix(3))
        else { return nil }
        (alignX, alignY) = (x, y)
        if words.count > 1 {
            guard words[1] == "meet" || words[1] == "slice" else { return nil }
            scaling = words[1] == "meet" ? .meet : .slice
        }
    }

    private static func part(_ text: Substring) -> Double? {
        switch text {
        case "Min": 0
        case "Mid": 0.5
        case "Max": 1
        default: nil
        }
    }

    /// Returns the transform from the viewBox to the viewport; nil if either is empty.
    func transform(from viewBox: Box, to place: Box) -> CGAffineTransform? {
        guard viewBox.width > 0, viewBox.height > 0, place.width > 0, place.height > 0 else { return nil }
        var scaleX = place.width / viewBox.width
        var scaleY = place.height / viewBox.height
        switch scaling {
        case .none: break
        case .meet:
            scaleX = min(scaleX, scaleY)
            scaleY = scaleX
        case .slice:
            scaleX = max(scaleX, scaleY)
            scaleY = scaleX
        }
        let leftX = place.width - viewBox.width * scaleX
        let leftY = place.height - viewBox.height * scaleY
        return CGAffineTransform(
            a: scaleX, b: 0, c: 0, d: scaleY,
            tx: place.minX + (scaling == .none ? 0 : leftX * alignX) - viewBox.minX * scaleX,
            ty: place.minY + (scaling == .none ? 0 : leftY * alignY) - viewBox.minY * scaleY)
    }
}
