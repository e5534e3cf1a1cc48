public import Foundation
public import TileControllers
public import TileEngine
public import TileViews

extension ViewSource where Root == UIView {
    /// Creates content from a controller. Its view fills a window, with the controllers it presents on top.
    ///
    ///     let boards = UINavigationController(rootViewController: Boards())
    ///     let app = ViewSource(boards, size: CGSize(width: 390, height: 844))
    ///     app.updateController { $0.dismiss(animated: true) }
    ///
    /// The controller appears like the root of a window: its view is loaded and has appeared when the initializer
    /// returns. This and everything after it happens on the main thread.
    ///
    /// - Parameters:
    ///   - size: The size of the window, in points.
    ///   - followsViewer: Whether the window takes the size of the viewer's window once it is shown, and rotates with
    ///     it, up to 4096 points per side. Use it for a tree that a viewer doesn't share (`ViewProgram.ownContent`).
    public convenience init(
        _ controller: sending UIViewController, size: CGSize, followsViewer: Bool = false, scale: CGFloat = 1,
        traits: ViewTraits = ViewTraits()
    ) {
        self.init(
            controller, size: size, followsViewer: followsViewer, scale: scale, traits: traits, isolation: .mainThread)
    }

    /// Creates content from a controller with threads and a time of its own.
    package convenience init(
        _ controller: sending UIViewController, size: CGSize, followsViewer: Bool = false, scale: CGFloat = 1,
        traits: ViewTraits = ViewTraits(), isolation: TreeIsolation, time: ProgramTime = .ofProcess
    ) {
        precondition(
            size.width > 0 && size.height > 0,
            "a window of \(size.width) by \(size.height) points has nothing to show")
        self.init(
            size: size, largest: followsViewer ? Self.largestScreen : nil, scale: scale, traits: traits,
            isolation: isolation, time: time, showing: controller
        ) { controller, window in
            window.screen.asMain {
                window.rootViewController = controller
                window.makeKeyAndVisible()
            }
            return controller.view
        }
    }

    /// A size in points that exceeds the browser windows on any screen of today.
    private static var largestScreen: CGSize { CGSize(width: 4096, height: 4096) }

    /// Reads or changes the root view controller of the window like `update(_:)`. Traps if the source was created from
    /// a view.
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

// Restoration of a controller tree follows UIKit: stacks, tabs and presentations of controllers with a
// `restorationIdentifier`, the state they encode, and the offsets of scroll views that also have one.
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
    /// The root view controller of the visible window. A launched program has its own window.
    fileprivate var rootController: UIViewController? {
        ((root as? UIWindow) ?? window).rootViewController
    }
}
