public import Foundation
public import TileDrawing
public import TileGeometry

/// A transition of a screen to another size, announced before anything has changed.
///
/// Pass code that should run with it to `animate(alongsideTransition:completion:)`. The order is UIKit's: observers of
/// the screen are notified; the screen and the windows that fill it get their new sizes; views are notified of new
/// traits; the code alongside runs; windows are laid out; and the transition is complete. Without a duration, all of
/// this has happened when the call that changed the screen returns. With a duration, everything except the completion
/// has happened by then, as an animation.
public final class ScreenTransition {
    /// The future size of the screen, in points.
    public let targetSize: CGSize
    /// The future traits of the screen.
    public let targetTraits: UITraitCollection
    /// The rotation of the image around its center, from directions in the old image to those in the new one.
    public let targetTransform: CGAffineTransform
    /// The duration of the windows' rotation in seconds; 0 for an immediate change.
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

    /// Adds code that runs when the sizes are the new ones, before the windows are laid out and as part of the
    /// animation if there is one, and code that runs at the end. Returns false if the transition is past that point, so
    /// that the code will not run.
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
