public import Foundation
import TileControllers
public import TileViews

extension ViewSource where Root == UIView {
    /// Creates content from a whole program. The delegate is created and launched, and the content is what its windows
    /// show. All of it runs on the main thread, as on a device.
    ///
    ///     let app = ViewSource(launching: AppDelegate.self, size: CGSize(width: 390, height: 844))
    ///
    /// The program is active when the initializer returns. See `UIApplication.launch(_:on:)` for the methods it calls
    /// and the conditions in which it traps. The root of the content is the key window. A program that shows no window
    /// traps.
    ///
    /// - Parameter size: The size of the program's screen, in points.
    public convenience init(
        launching delegate: any UIApplicationDelegate.Type, size: CGSize, scale: CGFloat = 1,
        traits: ViewTraits = ViewTraits()
    ) {
        precondition(
            size.width > 0 && size.height > 0,
            "a screen of \(size.width) by \(size.height) points has nothing to show")
        self.init(
            size: size, scale: scale, traits: traits, isolation: .mainThread, showing: Launch(delegate: delegate)
        ) { launch, window in
            let application = MainThreadExecutor.shared.watchdog.launching("\(launch.delegate)") {
                UIApplication.launch(launch.delegate, on: window.screen)
            }
            guard
                let shown = application.keyWindow ?? application.windows.last(where: { !$0.isHidden && $0 !== window })
            else { preconditionFailure("\(launch.delegate) shows no window when it is launched") }
            (window as? ContentWindow)?.attach(application)
            return shown
        }
    }

    /// Reads or changes the launched program like `update(_:)`. Traps if the source wasn't created from a program.
    @discardableResult
    public func updateApplication<Result: Sendable, Failure: Error>(
        _ body: @Sendable (UIApplication) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try change { (stage) throws(Failure) in
            guard let application = (stage.window as? ContentWindow)?.application else {
                preconditionFailure("this content was made of views, not of a program")
            }
            return try body(application)
        }
    }
}

/// A wrapper for the class to launch. Passing the metatype itself would open it to the type of the class.
///
/// `@unchecked Sendable`: a class is the same on every thread.
private struct Launch: @unchecked Sendable {
    let delegate: any UIApplicationDelegate.Type
}
