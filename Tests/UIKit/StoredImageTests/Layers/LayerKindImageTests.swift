import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers

@Suite("Kinds of layers as stored")
struct LayerKindImageTests {
    private let sheet = Sheet(columns: 4, width: 48, height: 48)
    private let frame = CGRect(x: 4, y: 4, width: 40, height: 40)

    @Test("gradients: axial with points and locations, radial round and oval, conic")
    func gradients() throws {
        func gradient(_ change: (CAGradientLayer) -> Void) -> CALayer {
            let layer = CAGradientLayer()
            layer.frame = frame
            layer.colors = [CGColor.red, CGColor.yellow, CGColor.blue]
            change(layer)
            return layer
        }
        try expectImage(
            "layer-gradients",
            sheet.layers([
                gradient { _ in },
                gradient {
                    $0.startPoint = CGPoint(x: 0.25, y: 0.25)
                    $0.endPoint = CGPoint(x: 0.75, y: 0.75)
                },
                gradient {
                    $0.startPoint = CGPoint(x: 0, y: 0.5)
                    $0.endPoint = CGPoint(x: 1, y: 0.5)
                    $0.locations = [0.2, 0.3, 0.9]
                },
                gradient {
                    $0.cornerRadius = 20
                    $0.borderWidth = 2
                },
                gradient {
                    $0.type = .radial
                    $0.startPoint = CGPoint(x: 0.5, y: 0.5)
                    $0.endPoint = CGPoint(x: 1, y: 1)
                },
                gradient {
                    $0.type = .radial
                    $0.startPoint = CGPoint(x: 0.5, y: 0.5)
                    $0.endPoint = CGPoint(x: 1, y: 0.75)
                },
                gradient {
                    $0.type = .conic
                    $0.startPoint = CGPoint(x: 0.5, y: 0.5)
                    $0.endPoint = CGPoint(x: 0.5, y: 0)
                },
                gradient {
                    $0.type = .conic
                    $0.startPoint = CGPoint(x: 0.25, y: 0.25)
                    $0.endPoint = CGPoint(x: 1, y: 0.25)
                },
            ]))
    }

    @Test("shapes: fill rules, a stroke from its start to its end, dashes, and no clip at the bounds")
    func shapes() throws {
        func shape(_ change: (CAShapeLayer) -> Void) -> CALayer {
            let layer = CAShapeLayer()
            layer.frame = frame
            let path = CGMutablePath()
            path.addEllipse(in: CGRect(x: 2, y: 2, width: 36, height: 36))
            path.addEllipse(in: CGRect(x: 12, y: 12, width: 16, height: 16))
            layer.path = path
            layer.fillColor = CGColor.yellow
            layer.strokeColor = CGColor.ink
            layer.lineWidth = 3
            change(layer)
            return layer
        }
        let zigzag = CGMutablePath()
        zigzag.addLines(between: [
            CGPoint(x: 2, y: 36), CGPoint(x: 14, y: 4), CGPoint(x: 26, y: 36), .init(x: 38, y: 4),
        ])
        func line(_ change: (CAShapeLayer) -> Void) -> CALayer {
            shape {
                $0.path = zigzag
                $0.fillColor = nil
                $0.lineWidth = 5
                change($0)
            }
        }
        try expectImage(
            "layer-shapes",
            sheet.layers([
                shape { _ in }, shape { $0.fillRule = .evenOdd },
                line {
                    $0.lineJoin = .round
                    $0.lineCap = .round
                },
                line {
                    $0.strokeStart = 0.25
                    $0.strokeEnd = 0.75
                },
                line { $0.strokeEnd = 1.0 / 3 },
                line {
                    $0.lineDashPattern = [8, 4]
                    $0.lineDashPhase = 4
                },
                line { $0.lineJoin = .bevel },
                shape { $0.path = CGPath(ellipseIn: CGRect(x: -8, y: 10, width: 56, height: 20), transform: nil) },
            ]))
    }

    @Test("replicas: in a row that changes color, round a centre, and a replicator of replicators")
    func replicators() throws {
        func dot(_ frame: CGRect, _ color: CGColor = .white) -> CALayer {
            let dot = CALayer()
            dot.frame = frame
            dot.backgroundColor = color
            return dot
        }
        let row = CAReplicatorLayer()
        row.frame = frame
        row.instanceCount = 4
        row.instanceTransform = CATransform3DMakeTranslation(10, 0, 0)
        row.instanceColor = CGColor.yellow
        row.instanceRedOffset = -0.25
        row.addSublayer(dot(CGRect(x: 0, y: 10, width: 8, height: 20)))
        let ring = CAReplicatorLayer()
        ring.frame = frame
        ring.instanceCount = 8
        ring.instanceTransform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
        ring.instanceAlphaOffset = -0.11
        ring.addSublayer(dot(CGRect(x: 17, y: 0, width: 6, height: 12), .blue))
        let inner = CAReplicatorLayer()
        inner.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
        inner.instanceCount = 4
        inner.instanceTransform = CATransform3DMakeTranslation(10, 0, 0)
        inner.addSublayer(dot(CGRect(x: 1, y: 1, width: 6, height: 6), .red))
        let grid = CAReplicatorLayer()
        grid.frame = frame
        grid.instanceCount = 4
        grid.instanceTransform = CATransform3DMakeTranslation(0, 10, 0)
        grid.addSublayer(inner)
        let growing = CAReplicatorLayer()
        growing.frame = frame
        growing.instanceCount = 5
        growing.instanceTransform = CATransform3DMakeScale(0.75, 0.75, 1)
        growing.instanceColor = CGColor.white
        growing.instanceGreenOffset = -0.15
        growing.instanceBlueOffset = -0.15
        growing.addSublayer(dot(CGRect(x: 0, y: 0, width: 40, height: 40)))
        try expectImage("layer-replicators", sheet.layers([row, ring, grid, growing]))
    }

    @Test("text: alignment, wrapping, truncation at each place, and attributed")
    func texts() throws {
        func text(_ string: Any, _ change: (CATextLayer) -> Void) -> CALayer {
            let layer = CATextLayer()
            layer.frame = CGRect(x: 2, y: 2, width: 92, height: 28)
            layer.backgroundColor = CGColor(gray: 0.85, alpha: 1)
            layer.font = Font.regular(12)
            layer.fontSize = 12
            layer.foregroundColor = CGColor.ink
            layer.string = string
            change(layer)
            return layer
        }
        let long = "A sentence that is too long"
        try expectImage(
            "layer-texts",
            Sheet(columns: 3, width: 96, height: 32).layers([
                text("left") { _ in }, text("centre") { $0.alignmentMode = .center },
                text("right") { $0.alignmentMode = .right }, text(long) { $0.truncationMode = .end },
                text(long) { $0.truncationMode = .start }, text(long) { $0.truncationMode = .middle },
                text(long) { _ in }, text(long) { $0.isWrapped = true },
                text(
                    NSAttributedString(
                        string: "attributed",
                        attributes: [.font: Font.bold(14), .foregroundColor: UIColor.systemRed])
                ) { _ in },
            ]))
    }
}
