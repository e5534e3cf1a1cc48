import Foundation
import TileControllers
import TileDrawing
import TileLayers
import TileViews

/// The controllers that a program provides for traces to show, push and present, by name.
public typealias ControllerTable = [String: @Sendable () -> UIViewController]

/// The screen of a trace whose content is a controller.
final class ControllerStage {
    let screen: UIScreen
    let window: UIWindow
    private let root: UIViewController
    private let fingers: TouchSequence
    private let controllers: ControllerTable

    /// - Parameter name: The name in the table of the window's root controller.
    init(
        _ trace: Trace, showing name: String, of controllers: ControllerTable, clock: any FrameClock
    ) throws(ReplayFailure) {
        self.controllers = controllers
        screen = UIScreen(
            size: trace.viewport, scale: trace.scale, maximumFramesPerSecond: max(1, Int(trace.refreshRate)))
        screen.clock = clock
        // Otherwise tiles of layers would appear only when a worker has drawn them.
        screen.drawsTiledLayersWhole = true
        window = UIWindow(screen: screen)
        fingers = TouchSequence(on: screen)
        guard let make = controllers[name] else { throw .content(Self.missing(name, of: controllers)) }
        root = screen.asMain { make() }
        screen.asMain {
            window.rootViewController = root
            window.makeKeyAndVisible()
        }
    }

    static func missing(_ name: String, of controllers: ControllerTable) -> String {
        "no controller is named \(name); known names: \(controllers.keys.sorted().joined(separator: ", "))"
    }

    /// A view that draws itself, if there is one; otherwise the window.
    var drawnView: UIView {
        var views = [window as UIView]
        while let view = views.popLast() {
            if view is UILabel { return view }
            views += view.subviews.reversed()
        }
        return window
    }

    // MARK: Events

    /// Performs an event of the trace.
    ///
    /// - Parameters:
    ///   - time: The time on the screen's clock.
    ///   - fail: Returns the error for an event that is not possible.
    func play(
        _ kind: TraceEvent.Kind, at time: Double, or fail: (String) -> ReplayFailure
    ) throws(ReplayFailure) {
        try screen.asMain { () throws(ReplayFailure) in
            switch kind {
            case .touch(let touches): fingers.post(ReplayStage.samples(touches, at: time))
            case .push(let name, let isAnimated):
                guard let navigation else { throw fail("pushes “\(name)”, but no navigation controller is in front") }
                navigation.pushViewController(try made(name, or: fail), animated: isAnimated)
            case .pop(let isAnimated):
                guard let navigation, navigation.viewControllers.count > 1 else {
                    throw fail("pops, but no navigation controller in front has anything to pop")
                }
                navigation.popViewController(animated: isAnimated)
            case .present(let name, let isAnimated):
                let presenter = try restingTop("presents “\(name)”", or: fail)
                presenter.present(try made(name, or: fail), animated: isAnimated)
            case .dismiss(let isAnimated):
                let top = try restingTop("dismisses", or: fail)
                guard top !== root else { throw fail("dismisses, but nothing is presented") }
                top.presentingViewController?.dismiss(animated: isAnimated)
            case .rotate(let orientation):
                screen.rotate(to: orientation.interfaceOrientation)
                guard screen.interfaceOrientation == orientation.interfaceOrientation else {
                    throw fail("rotates to \(orientation.rawValue), which the controller in front does not allow")
                }
            case .resize(let size): screen.resize(to: size)
            case .memoryPressure: root.receiveMemoryWarning()
            case .stall: break
            case .wheel, .scroll, .zoom, .show, .change:
                throw fail("moves or changes tiles, but the trace shows a controller")
            }
        }
    }

    private func made(_ name: String, or fail: (String) -> ReplayFailure) throws(ReplayFailure) -> UIViewController {
        guard let make = controllers[name] else { throw fail("is wrong: \(Self.missing(name, of: controllers))") }
        return make()
    }

    /// The controller presented last, or the root.
    private var top: UIViewController {
        var top = root
        while let next = top.presentedViewController, next !== top { top = next }
        return top
    }

    /// - Parameter step: The action for which the controller is needed.
    private func restingTop(
        _ step: String, or fail: (String) -> ReplayFailure
    ) throws(ReplayFailure) -> UIViewController {
        let top = top
        if top.isBeingPresented || top.isBeingDismissed {
            throw fail("\(step) while \(type(of: top)) is being \(top.isBeingPresented ? "presented" : "dismissed")")
        }
        return top
    }

    /// The innermost visible navigation controller in the top controller.
    private var navigation: UINavigationController? {
        var (found, next) = (nil as UINavigationController?, top as UIViewController?)
        while let each = next {
            if let navigation = each as? UINavigationController {
                found = navigation
                next = navigation.topViewController
            } else if let tabs = each as? UITabBarController {
                next = tabs.selectedViewController
            } else {
                next = each.children.last
            }
        }
        return found
    }
}

extension TraceEvent.Orientation {
    fileprivate var interfaceOrientation: UIInterfaceOrientation {
        switch self {
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeLeft
        case .landscapeRight: .landscapeRight
        }
    }
}
