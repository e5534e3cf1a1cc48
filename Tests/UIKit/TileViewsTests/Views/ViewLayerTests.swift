import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("The layers of views")
struct ViewLayerTests {
    @Test("A view has a layer of the class that it names: one of Core Animation's, or its own")
    func layerClasses() async {
        #expect(type(of: UIView().layer) == CALayer.self)
        #expect(Shaped().layer is CAShapeLayer && Custom().layer is CustomLayer)
        let kinds: [AnyClass] = [
            CAShapeLayer.self, CAGradientLayer.self, CATextLayer.self, CAReplicatorLayer.self, CAScrollLayer.self,
            CATransformLayer.self,
        ]
        for kind in kinds { #expect(type(of: UIView.makeLayer(of: kind)) == kind) }
        let custom = Custom().layer as? CustomLayer
        #expect(custom?.inset == 4 && custom?.sublayers?.count == 1)
        #expect((UIView.makeLayer(of: PlainLayer.self) as? PlainLayer)?.inset == 5)
        #expect(UIView.makeLayer(of: KindLayer<Int>.self) is KindLayer<Int>)
        // Each layer is released again.
        weak var gone: CALayer?
        do { gone = UIView.makeLayer(of: CustomLayer.self) }
        #expect(gone == nil)
        await #expect(processExitsWith: .failure) { _ = Wrong() }
        await #expect(processExitsWith: .failure) { _ = UIView.makeLayer(of: NumberedLayer.self) }
    }

    @Test("A view is its layer's delegate; the layer of one that is gone has none")
    func delegates() async {
        var view: UIView? = UIView()
        let layer = view!.layer
        #expect(layer.delegate === view)
        view = nil
        #expect(layer.delegate == nil)
        final class Other: CALayerDelegate {}
        let (other, own) = (Other(), UIView())
        var log: [String] = []
        FrameLog.collecting {
            log.append($0)
        } _: {
            own.layer.delegate = other
            own.layer.delegate = nil
        }
        #expect(own.layer.delegate === own && log.count == 1 && log[0].contains("Other"))
    }
}

private final class Shaped: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
}

/// A class as other programmers write it, without code that supports creation by class.
private final class CustomLayer: CALayer {
    var inset = 3
    private let shape: CAShapeLayer

    override init() {
        shape = CAShapeLayer()
        super.init()
        inset += 1
        addSublayer(shape)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

private class PlainLayer: CAShapeLayer { var inset = 5 }
private final class KindLayer<Kind>: PlainLayer { var kind: Kind? }

private final class NumberedLayer: CALayer {
    let number: Int

    init(number: Int) {
        self.number = number
        super.init()
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

private final class Custom: UIView {
    override class var layerClass: AnyClass { CustomLayer.self }
}

private final class Wrong: UIView {
    override class var layerClass: AnyClass { NSObject.self }
}
