import Foundation
import TestSupport
import TileGeometry
import TileGraphics

/// Random outlines for tests: wandering ones, like coasts, and wild ones.
enum RandomPath {
    /// Returns `count` short segments, lines and curves, that wind around a center.
    static func coast(
        _ count: Int, radius: Double = 400, center: (x: Double, y: Double) = (500, 500), closed: Bool = true,
        curves: Bool = true,
        using random: inout SeededGenerator
    ) -> Path {
        var builder = PathBuilder()
        func point(_ index: Int, _ random: inout SeededGenerator) -> (Double, Double) {
            let angle = 2 * Double.pi * Double(index) / Double(count)
            let distance = radius * Double.random(in: 0.8...1, using: &random)
            return (center.x + distance * cos(angle), center.y + distance * sin(angle))
        }
        let (startX, startY) = point(0, &random)
        builder.move(x: startX, y: startY)
        for index in 1..<count {
            let (x, y) = point(index, &random)
            if curves, index % 5 == 0 {
                builder.curve(
                    x1: builder.x + .random(in: -9...9, using: &random),
                    y1: builder.y + .random(in: -9...9, using: &random),
                    x2: x + .random(in: -9...9, using: &random), y2: y + .random(in: -9...9, using: &random), x: x, y: y
                )
            } else {
                builder.line(x: x, y: y)
            }
        }
        if closed { builder.close() }
        return builder.build()
    }

    /// Returns segments anywhere in 1000 × 1000, in several subpaths that cross themselves and each other.
    static func wild(_ count: Int, using random: inout SeededGenerator) -> Path {
        var builder = PathBuilder()
        func coordinate(_ random: inout SeededGenerator) -> Double { .random(in: 0...1000, using: &random) }
        builder.move(x: coordinate(&random), y: coordinate(&random))
        for _ in 0..<count {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: builder.move(x: coordinate(&random), y: coordinate(&random))
            case 1: builder.close()
            case 2...4:
                builder.curve(
                    x1: coordinate(&random), y1: coordinate(&random), x2: coordinate(&random), y2: coordinate(&random),
                    x: coordinate(&random), y: coordinate(&random))
            default: builder.line(x: coordinate(&random), y: coordinate(&random))
            }
        }
        return builder.build()
    }
}
