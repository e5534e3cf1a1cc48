import Foundation
import TileGraphics

/// A path as numbers: for each segment its kind, then its points.
enum CodedPath {
    private static let counts = [1, 1, 2, 3, 0]

    static func encode(_ path: CGPath) -> [Double] {
        var numbers: [Double] = []
        path.applyWithBlock { element in
            let kind = Int(element.pointee.type.rawValue)
            numbers.append(Double(kind))
            for index in 0..<counts[kind] {
                let point = element.pointee.points[index]
                numbers.append(Double(point.x))
                numbers.append(Double(point.y))
            }
        }
        return numbers
    }

    /// nil for numbers that are no path.
    static func decode(_ numbers: [Double]) -> CGMutablePath? {
        let path = CGMutablePath()
        var at = 0
        while at < numbers.count {
            guard let kind = Int(exactly: numbers[at]), counts.indices.contains(kind) else { return nil }
            let rest = numbers[(at + 1)...].prefix(counts[kind] * 2)
            guard rest.count == counts[kind] * 2, rest.allSatisfy(\.isFinite), kind == 0 || !path.isEmpty else {
                return nil
            }
            let points = stride(from: rest.startIndex, to: rest.endIndex, by: 2).map {
                CGPoint(x: rest[$0], y: rest[$0 + 1])
            }
            switch kind {
            case 0: path.move(to: points[0])
            case 1: path.addLine(to: points[0])
            case 2: path.addQuadCurve(to: points[1], control: points[0])
            case 3: path.addCurve(to: points[2], control1: points[0], control2: points[1])
            default: path.closeSubpath()
            }
            at = rest.endIndex
        }
        return path
    }
}
