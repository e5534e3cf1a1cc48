public import Foundation
public import TileControllers
public import TileEngine
public import TileViews

extension ViewSource where Root == UIView {
    /// A controller as content: its view fills a window, and what it presents is over it there.
    ///
    ///     let boards = UINavigationController(rootViewController: Boards())
    ///     let app = ViewSource(boards, size: CGSize(width: 390, height: 844))
    ///     app.updateController { $0.dismiss(animated: true) }
    ///
    /// It comes as a window's root does: its view is made, and it has appeared when this returns.
    ///
    /// - Parameters:
    ///   - size: of the window, in points.
    ///   - followsViewer: for a tree that a viewer has alone (`ViewProgram.ownContent`): whether the window is as large
    ///     as that viewer's from when it is shown, and turned with it; at most 4096 points a side.
    public convenience init(
        _ controller: sending UIViewController, size: CGSize, followsViewer: Bool = false, scale: CGFloat = 1,
        traits: ViewTraits = ViewTraits()
    ) {
        precondition(
            size.width > 0 && size.height > 0,
            "a window of \(size.width) by \(size.height) points has nothing to show")
        self.init(
            size: size, largest: followsViewer ? Self.largestScreen : nil, scale: scale, traits: traits,
            showing: controller
        ) { controller, window in
            window.screen.asMain {
                window.rootViewController = controller
                window.makeKeyAndVisible()
            }
            return controller.view
        }
    }

    /// Wider and higher than the windows of browsers on any screen of today, in points.
    private static var largestScreen: CGSize { CGSize(width: 4096, height: 4096) }

    /// As `update(_:)`, of the window's root controller. Traps where the source was made of a view.
    @discardableResult
    public func updateController<Result: Sendable, Failure: Error>(
        _ body: @Sendable (UIViewController) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try update { (root) throws(Failure) in
            guard let controller = root.window?.rootViewController else {
                preconditionFailure("this content was made of a view, not of a controller")
            }
            return try body(controller)
        }
    }
}

// What of a tree of controllers is there again is UIKit's: stacks, tabs and presentations of controllers that have a
// `restorationIdentifier`, what they encode, and offsets of scroll views that have one too.
extension ViewSource: RestorableTileSource {
    public func savedState() -> [UInt8]? {
        settle()
        let state = change { stage in
            (stage.rootController.flatMap { ControllerState(of: $0) }).flatMap {
                try? JSONEncoder().encode($0)
            }
        }
        return state.map { Array($0) }
    }

    public func restore(_ state: [UInt8]) {
        guard let state = try? JSONDecoder().decode(ControllerState.self, from: Data(state)) else { return }
        settle()
        change { stage in
            if let root = stage.rootController { state.restore(to: root) }
        }
    }
}

extension ViewSource.Stage {
    /// Of the window that shows: a program that was launched has its own.
    fileprivate var rootController: UIViewController? {
        ((root as? UIWindow) ?? window).rootViewController
    }
}
