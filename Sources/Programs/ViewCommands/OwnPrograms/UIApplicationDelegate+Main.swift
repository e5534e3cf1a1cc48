import Foundation
public import TileViews
import ViewContent

extension UIApplicationDelegate {
    /// Serves the program, as `UIApplicationMain` shows it on a device: what `@main` on its delegate runs.
    ///
    ///     @main
    ///     class AppDelegate: UIResponder, UIApplicationDelegate { … }
    ///
    /// It has the commands of a `ViewProgram`, `program serve --interactive` among them, where each viewer has a
    /// program of their own. Its screen is that of a phone, 390 by 844 points; `TILEWORK_SCREEN=1180x820` says
    /// otherwise.
    public static func main() {
        LaunchedProgram.delegate = self
        LaunchedProgram.main()
    }
}

/// Serves the program whose delegate the string names, as in `main.swift` files; the first three parameters are not
/// looked at. Ends the process.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ principalClassName: String?,
    _ delegateClassName: String?
) -> Never {
    guard let name = delegateClassName, let type = NSClassFromString(name) as? any UIApplicationDelegate.Type else {
        preconditionFailure("UIApplicationMain: there is no class of delegates called \(delegateClassName ?? "nil")")
    }
    LaunchedProgram.delegate = type
    LaunchedProgram.main()
    exit(EX_OK)
}

/// The program that the process is.
private enum LaunchedProgram: ViewProgram {
    // Set once, before anything else runs.
    nonisolated(unsafe) static var delegate: (any UIApplicationDelegate.Type)?

    static var content: ViewSource<UIView> { make() }
    static var ownContent: (@Sendable () -> ViewSource<UIView>)? { { make() } }
    static var contentName: String { ProcessInfo.processInfo.processName.lowercased() }

    private static func make() -> ViewSource<UIView> {
        guard let delegate else { preconditionFailure("main() sets the delegate") }
        return ViewSource(launching: delegate, size: screen)
    }

    private static var screen: CGSize {
        let usual = CGSize(width: 390, height: 844)
        guard let text = ProcessInfo.processInfo.environment["TILEWORK_SCREEN"] else { return usual }
        let parts = text.split(separator: "x").map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16384).contains(width),
            (1...16384).contains(height)
        else {
            FileHandle.standardError.write(
                Data("TILEWORK_SCREEN is \(text); give it a width and a height in points, as 390x844\n".utf8))
            exit(EX_USAGE)
        }
        return CGSize(width: width, height: height)
    }
}
