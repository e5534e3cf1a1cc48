import TileGeometry
import TileGraphics

/// Lengths and other values of attributes.
extension SVGRecorder {
    enum Axis { case horizontal, vertical, other }

    func length(_ node: Int32, _ name: SVGAttribute, along axis: Axis, style: SVGStyle) -> Double? {
        tree.value(node, name).flatMap { SVGLength($0) }.map { resolve($0, along: axis, style: style) }
    }

    func resolve(_ length: SVGLength, along axis: Axis, style: SVGStyle) -> Double {
        let reference =
            switch axis {
            case .horizontal: viewport.width
            case .vertical: viewport.height
            case .other: viewport.diagonal
            }
        return resolve(length, reference: reference, style: style)
    }

    /// Returns a length in user units.
    ///
    /// - Parameter reference: The length that 100 % corresponds to.
    func resolve(_ length: SVGLength, reference: Double, style: SVGStyle) -> Double {
        let value = length.resolve(reference: reference) { units(of: style, for: length) }
        return value.isFinite ? value : 0
    }

    func viewBox(_ node: Int32) -> Box? {
        guard let bytes = tree.value(node, .viewBox), let numbers = SVGScanner.numbers(bytes), numbers.count == 4,
            numbers[2] >= 0, numbers[3] >= 0
        else { return nil }
        return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func aspectRatio(_ node: Int32) -> SVGAspectRatio {
        tree.value(node, .preserveAspectRatio).flatMap { SVGAspectRatio($0) } ?? SVGAspectRatio()
    }

    func transform(_ node: Int32, _ name: SVGAttribute = .transform) -> CGAffineTransform {
        tree.value(node, name).flatMap { SVGScanner.transform($0) } ?? .identity
    }
}
