public import Foundation
public import TileDrawing
public import TileGeometry

/// A screen on its way from one size to another, told of before anything has changed.
///
/// What is to happen with it is given to `animate(alongsideTransition:completion:)`. The order is UIKit's: those who
/// follow the screen are told, the screen and the windows that fill it have their new sizes, views hear of new
/// traits, what was to happen alongside happens, windows are laid out, and the transition is complete. Without a
/// duration all of it is over when what turned the screen returns; with one, all but the end has happened by then, as
/// an animation.
public final class ScreenTransition {
    /// The screen's size to come, in points.
    public let targetSize: CGSize
    /// The screen's traits to come.
    public let targetTraits: UITraitCollection
    /// How the picture turns about its middle: what takes directions of the old picture to those of the new one.
    public let targetTransform: CGAffineTransform
    /// How long windows take to turn, in seconds; 0 for at once.
    public let duration: TimeInterval

    private enum Phase {
        case announced, underWay, over
    }

    private var phase = Phase.announced
    private var animations: [(ScreenTransition) -> Void] = []
    private var completions: [(ScreenTransition) -> Void] = []

    init(
        targetSize: CGSize, targetTraits: UITraitCollection, targetTransform: CGAffineTransform,
        duration: TimeInterval = 0
    ) {
        (self.targetSize, self.targetTraits) = (targetSize, targetTraits)
        (self.targetTransform, self.duration) = (targetTransform, duration)
    }

    /// Has something done when the sizes are the new ones, before the windows are laid out, as part of the animation if
    /// there is one; and something when it is over. Returns whether it will be: not when the transition is past that.
    @discardableResult
    public func animate(
        alongsideTransition animation: ((ScreenTransition) -> Void)?,
        completion: ((ScreenTransition) -> Void)? = nil
    ) -> Bool {
        guard phase == .announced || animation == nil && phase == .underWay else { return false }
        if let animation { animations.append(animation) }
        if let completion { completions.append(completion) }
        return true
    }

    func runAlongside() {
        phase = .underWay
        for animation in animations { animation(self) }
        animations = []
    }

    func complete() {
        phase = .over
        for completion in completions { completion(self) }
        completions = []
    }
}
