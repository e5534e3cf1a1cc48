import Foundation
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// A device's screen for taking snapshots. Animations are disabled, so changes are visible at once. Time stands still:
/// timers don't fire, and blocks of the main queue that are due run before the snapshot.
struct SnapshotStage {
    private let screen: UIScreen

    /// Creates a screen.
    ///
    /// - Parameters:
    ///   - traits: Traits that override those of the device.
    ///   - size: The size in points; nil for the device's.
    init(_ config: ViewImageConfig, _ traits: UITraitCollection, size: CGSize? = nil) throws {
        guard let size = size ?? config.size else { throw SnapshotFailure("no size is given for the snapshot") }
        guard size.width > 0, size.height > 0, size.width <= 16384, size.height <= 16384 else {
            throw SnapshotFailure(
                "a snapshot of \(size.width) by \(size.height) points can't be taken: give it a size up to 16,384")
        }
        let all = UITraitCollection(traitsFrom: [config.traits, traits])
        let scale = all.displayScale > 0 ? all.displayScale : 2
        let device = all.userInterfaceIdiom == .unspecified ? UIUserInterfaceIdiom.phone : all.userInterfaceIdiom
        screen = UITraitCollection(userInterfaceIdiom: device).performAsCurrent {
            UIScreen(size: size, scale: scale)
        }
        screen.runsAnimations = false
        screen.clock = VirtualClock()
        screen.safeAreaInsets = config.safeArea
        for trait in all.changedTraits(from: UITraitCollection()) { screen.copyTrait(trait, from: all) }
    }

    /// Shows a controller in a window until it has fully appeared.
    func show<Result>(_ controller: UIViewController, _ body: (UIScreen) throws -> Result) rethrows -> Result {
        let window = UIWindow(screen: screen)
        defer { window.rootViewController = nil }
        return try screen.asMain {
            window.rootViewController = controller
            window.isHidden = false
            settle()
            return try body(screen)
        }
    }

    func show<Result>(_ view: UIView, _ body: (UIScreen) throws -> Result) rethrows -> Result {
        let window = UIWindow(screen: screen)
        let (superview, frame) = (view.superview, view.frame)
        let place = superview?.subviews.firstIndex { $0 === view }
        defer {
            view.removeFromSuperview()
            view.frame = frame
            if let superview, let place { superview.insertSubview(view, at: place) }
        }
        return try screen.asMain {
            view.frame = screen.bounds
            window.addSubview(view)
            window.isHidden = false
            settle()
            return try body(screen)
        }
    }

    /// Renders frames until no further change is pending.
    private func settle() { for _ in 0..<8 where screen.isFramePending { _ = screen.frame() } }

    /// Returns an image of the screen.
    func image(_ screen: UIScreen) throws -> UIImage {
        let bitmap = try screen.frame().bitmap(screen.bounds, scale: screen.scale)
        return UIImage(cgImage: CGImage(bitmap: bitmap), scale: screen.scale, orientation: .up)
    }
}

extension UIScreen {
    fileprivate func copyTrait(_ trait: UITrait, from collection: UITraitCollection) {
        func set<Trait: UITraitDefinition>(_ trait: Trait.Type) { traitOverrides[trait] = collection[trait] }
        set(trait)
    }
}
