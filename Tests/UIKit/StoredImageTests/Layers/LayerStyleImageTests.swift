import Foundation
import Testing
import TileGraphics
import TileLayers

@Suite("Layers' looks as stored")
struct LayerStyleImageTests {
    private let sheet = Sheet(columns: 4, width: 48, height: 48)

    /// A green layer in the middle of a cell.
    private func layer(_ change: (CALayer) -> Void) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: 8, y: 8, width: 32, height: 32)
        layer.backgroundColor = CGColor.green
        change(layer)
        return layer
    }

    /// A red square that extends beyond the bottom right.
    private func child() -> CALayer {
        let child = CALayer()
        child.frame = CGRect(x: 18, y: 18, width: 20, height: 20)
        child.backgroundColor = CGColor.red
        return child
    }

    @Test("corner radii: all, some and one of them, with borders, and continuous")
    func corners() throws {
        try expectImage(
            "layer-corners",
            sheet.layers([
                layer { $0.cornerRadius = 10 },
                layer {
                    $0.cornerRadius = 10
                    $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
                },
                layer {
                    $0.cornerRadius = 10
                    $0.maskedCorners = .layerMaxXMinYCorner
                    $0.borderWidth = 3
                    $0.borderColor = CGColor.ink
                },
                layer {
                    $0.cornerRadius = 10
                    $0.cornerCurve = .continuous
                },
                layer {
                    $0.cornerRadius = 16
                    $0.borderWidth = 4
                    $0.borderColor = CGColor.blue.copy(alpha: 0.5)
                },
                layer {
                    $0.borderWidth = 2
                    $0.borderColor = CGColor.ink
                    $0.addSublayer(child())
                },
                layer {
                    $0.cornerRadius = 10
                    $0.addSublayer(child())
                },
                layer {
                    $0.cornerRadius = 10
                    $0.masksToBounds = true
                    $0.borderWidth = 2
                    $0.borderColor = CGColor.ink
                    $0.addSublayer(child())
                },
            ]))
    }

    @Test("shadows: of the shape, of sublayers without a background, by a path, and cut off by masksToBounds")
    func shadows() throws {
        func shadowed(_ change: (CALayer) -> Void) -> CALayer {
            layer {
                $0.shadowOpacity = 0.7
                $0.shadowRadius = 3
                $0.shadowOffset = CGSize(width: 2, height: 4)
                change($0)
            }
        }
        try expectImage(
            "layer-shadows",
            sheet.layers([
                shadowed { _ in },
                shadowed {
                    $0.cornerRadius = 16
                    $0.shadowColor = CGColor.red
                },
                shadowed {
                    $0.backgroundColor = nil
                    $0.addSublayer(child())
                },
                shadowed {
                    $0.shadowPath = CGPath(ellipseIn: CGRect(x: -4, y: 26, width: 40, height: 10), transform: nil)
                },
                shadowed { $0.masksToBounds = true },
                shadowed { $0.opacity = 0.5 },
                shadowed { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1) },
                shadowed { $0.shadowRadius = 0 },
            ]))
    }

    @Test("a mask's alpha cuts a layer with its sublayers and border; a group's opacity is that of the whole")
    func masks() throws {
        func masked(_ mask: CALayer) -> CALayer {
            layer {
                $0.borderWidth = 2
                $0.borderColor = CGColor.ink
                $0.addSublayer(child())
                $0.mask = mask
            }
        }
        let oval = CAShapeLayer()
        oval.path = CGPath(ellipseIn: CGRect(x: 0, y: 4, width: 36, height: 24), transform: nil)
        let fade = CAGradientLayer()
        fade.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        fade.colors = [CGColor.black, CGColor.clear]
        let pale = CALayer()
        pale.frame = CGRect(x: 4, y: 4, width: 30, height: 30)
        pale.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.4)
        try expectImage(
            "layer-masks",
            sheet.layers([
                masked(oval), masked(fade), masked(pale),
                layer {
                    $0.opacity = 0.5
                    $0.addSublayer(child())
                },
            ]))
    }
}
