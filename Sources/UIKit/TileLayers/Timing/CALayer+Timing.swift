import Foundation
import TileGraphics

extension CALayer: CAMediaTiming {
    var timing: LayerTiming {
        get { extras?.timing ?? LayerTiming() }
        set {
            makeExtras().timing = newValue
            // Animations here and below are at another time now.
            markCommit()
        }
    }

    func toTreeTime(_ time: Double) -> Double {
        let outer = extras.map { $0.timing.outer(time) } ?? time
        return parent.map { $0.toTreeTime(outer) } ?? outer
    }

    func fromTreeTime(_ time: Double) -> Double {
        let outer = parent.map { $0.fromTreeTime(time) } ?? time
        return extras.map { $0.timing.local(outer) } ?? outer
    }
}
