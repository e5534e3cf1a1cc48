public import Foundation
import TileControllers
public import TileViews

extension ViewSource where Root == UIView {
    /// A whole program as content: its delegate is made and launched, and what its windows show is the content.
    ///
    ///     let app = ViewSource(launching: AppDelegate.self, size: CGSize(width: 390, height: 844))
    ///
    /// It is active when this returns: see `UIApplication.launch(_:on:)` for what it is told, and traps. The root of
    /// the content is its key window; a program that shows no window traps.
    ///
    /// - Parameter size: of its screen, in points.
    public convenience init(
        launching delegate: any UIApplicationDelegate.Type, size: CGSize, scale: CGFloat = 1,
        traits: ViewTraits = ViewTraits()
    ) {
        precondition(
            size.width > 0 && size.height > 0,
            "a screen of \(size.width) by \(size.height) points has nothing to show")
        self.init(size: size, scale: scale, traits: traits, showing: Launch(delegate: delegate)) { launch, window in
            let application = UIApplication.launch(launch.delegate, on: window.screen)
            guard
                let shown = application.keyWindow ?? application.windows.last(where: { !$0.isHidden && $0 !== window })
            else { preconditionFailure("\(launch.delegate) shows no window when it is launched") }
            (window as? ContentWindow)?.take(application)
            return shown
        }
    }

    /// As `update(_:)`, of the program that was launched. Traps where the source was made of something else.
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

/// What is to be launched. The metatype by itself would be opened to that of the class.
///
/// `@unchecked Sendable`: a class is the same on every thread.
private struct Launch: @unchecked Sendable {
    let delegate: any UIApplicationDelegate.Type
}
