import Pulsator
import UIKit

/// A pulse that grows and fades, and again a period later. Of several pulses all would be at the same time, for a
/// replicator's `instanceDelay` is without effect.
func makeView() -> UIView {
    let size = CGSize(width: 90, height: 90)
    let pulsator = Pulsator()
    let stage = Stage(size: size) {
        UIView(frame: CGRect(origin: .zero, size: size))
    } use: { view in
        pulsator.position = CGPoint(x: 45, y: 45)
        pulsator.radius = 40
        pulsator.animationDuration = 3
        pulsator.backgroundColor = UIColor.systemBlue.cgColor
        view.layer.addSublayer(pulsator)
        pulsator.start()
    }
    // Lest rounding leave it at the end of a period.
    stage.frame(after: 1e-6)
    func pictures() -> [UIImage] {
        (0..<6).map { _ in
            defer { stage.frame(after: 0.5, frames: 5) }
            return stage.picture
        }
    }
    let rows = [("from the start, every 0.5 s", pictures()), ("a period on", pictures())]
    check(pulsator.isPulsating, "it has stopped")
    stage.act { pulsator.stop() }
    stage.frame(after: 0.1)
    check(!pulsator.isPulsating && !stage.screen.isFramePending, "it goes on when it was stopped")
    return sheet(rows)
}

func use(_ view: UIView, in window: UIWindow) {}
