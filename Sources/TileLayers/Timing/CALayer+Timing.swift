import Foundation
public import TileGraphics

extension CALayer: CAMediaTiming {
    private var timing: LayerTiming {
        get { extras?.timing ?? LayerTiming() }
        set {
            makeExtras().timing = newValue
            // What is animated here and below is somewhere else now.
            markCommit()
        }
    }

    public var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }

    public var duration: CFTimeInterval {
        get { timing.duration }
        set { timing.duration = newValue }
    }

    public var speed: Float {
        get { timing.speed }
        set { timing.speed = newValue }
    }

    public var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { timing.timeOffset = newValue }
    }

    public var repeatCount: Float {
        get { timing.repeatCount }
        set { timing.repeatCount = newValue }
    }

    public var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { timing.repeatDuration = newValue }
    }

    public var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }

    public var fillMode: CAMediaTimingFillMode {
        get { timing.fillMode }
        set { timing.fillMode = newValue }
    }

    /// A time of `layer`'s in this layer's; nil stands for the time that the tree as a whole runs in.
    public func convertTime(_ t: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
        fromTreeTime(layer.map { $0.toTreeTime(t) } ?? t)
    }

    /// A time of this layer's in `layer`'s; nil stands for the time that the tree as a whole runs in.
    public func convertTime(_ t: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
        let time = toTreeTime(t)
        return layer.map { $0.fromTreeTime(time) } ?? time
    }

    private func toTreeTime(_ time: Double) -> Double {
        let outer = extras.map { $0.timing.outer(time) } ?? time
        return parent.map { $0.toTreeTime(outer) } ?? outer
    }

    private func fromTreeTime(_ time: Double) -> Double {
        let outer = parent.map { $0.fromTreeTime(time) } ?? time
        return extras.map { $0.timing.local(outer) } ?? outer
    }
}
