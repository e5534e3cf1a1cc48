import CSwiftRuntime
public import Foundation

/// The state of a program between launch and termination.
struct ApplicationLife {
    var state = UIApplication.State.active
    /// The delegate that the launch created.
    var delegate: (any UIApplicationDelegate)?
    var scene: UIScene?
    /// The window with the main storyboard, if there is one.
    var window: UIWindow?
    var isOver = false
}

// The order is UIKit's: willFinish, didFinish, the scene's configuration, the scene's willConnect, in which windows are
// shown, then sceneWillEnterForeground. After the first frame, and after its controllers' viewDidAppear,
// sceneDidBecomeActive follows.
extension UIApplication {
    /// Launches a program on a screen. It creates the delegate with `init()` and sends it, and its scene delegate if it
    /// has one, the calls that the system makes when a program is launched on a device. The program is active after the
    /// screen's next frame.
    ///
    /// The main storyboard that the main bundle's `Info.plist` names (`UIMainStoryboardFile`, or
    /// `UISceneStoryboardFile` of the scene) is in the delegate's window before the delegate is told about the launch,
    /// and is shown afterwards.
    ///
    /// The screen is the thread's main screen during the launch. Traps if the class is not derived from `NSObject` or
    /// has no `init()`, and if a program was already launched on the screen.
    ///
    /// - Returns: The program, which is `UIApplication.shared` while the screen is the main one. It lives, together
    ///   with its delegate and everything that the delegate holds, as long as the caller retains it.
    public static func launch(_ delegate: any UIApplicationDelegate.Type, on screen: UIScreen = .main) -> UIApplication
    {
        launch(delegate, on: screen, of: .main)
    }

    /// Launches a program with the `Info.plist` of another bundle.
    package static func launch(
        _ delegate: any UIApplicationDelegate.Type, on screen: UIScreen, of bundle: Bundle
    ) -> UIApplication {
        precondition(screen.launched == nil, "a program was launched on this screen already")
        let application = UIApplication(on: screen)
        screen.launched = application
        screen.asMain {
            guard let made = make(delegate) as? any UIApplicationDelegate else {
                preconditionFailure("\(delegate) is no class that comes from NSObject")
            }
            application.delegate = made
            application.life.delegate = made
            application.begin(of: bundle)
        }
        return application
    }

    /// Creates an instance of a class with `init()`. Returns nil if the class is not derived from `NSObject`.
    private static func make(_ type: Any.Type) -> AnyObject? {
        guard let type = type as? NSObject.Type else { return nil }
        // A class's metatype is the address of its metadata. The object is returned retained.
        guard let object = tilework_make_object(unsafeBitCast(type, to: UnsafeRawPointer.self)) else { return nil }
        return Unmanaged<NSObject>.fromOpaque(object).takeRetainedValue()
    }

    private func begin(of bundle: Bundle) {
        guard let delegate else { return }
        life.state = .inactive
        _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
        if Self.manifest(of: bundle) == nil, let window = MainStoryboard.makeWindow(of: bundle, on: screen) {
            life.window = window
            delegate.window = window
        }
        delegate.applicationDidFinishLaunching(self)
        _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
        showMainWindow(unless: delegate.window)
        post(Self.didFinishLaunchingNotification)
        connectScene(of: bundle)
        // A program without scenes receives no foreground call at launch.
        tellOfForeground { _, _ in }
        becomeActiveAfterCommit()
    }

    /// Shows the window with the main storyboard, unless the program has replaced it.
    private func showMainWindow(unless other: UIWindow?) {
        guard let window = life.window else { return }
        if other == nil || other === window { window.makeKeyAndVisible() } else { life.window = nil }
    }

    // MARK: Scene

    private func connectScene(of bundle: Bundle) {
        guard let delegate else { return }
        let session = UISceneSession(role: .windowApplication)
        let options = UIScene.ConnectionOptions()
        let named = Self.manifest(of: bundle)?.first
        if let named {
            session.configuration = UISceneConfiguration(
                name: named["UISceneConfigurationName"] as? String, sessionRole: session.role)
        }
        let asked = session.configuration
        let configuration = delegate.application(self, configurationForConnecting: session, options: options)
        // A program that does not mention scenes has none.
        guard named != nil || configuration !== asked else { return }
        guard let type = configuration.delegateClass ?? Self.sceneDelegate(named, of: delegate) else {
            return connect(session, configuration, delegate: nil, options: options) {
                MainStoryboard.makeWindow(named, of: bundle, in: $0)
            }
        }
        guard let made = Self.make(type) as? any UISceneDelegate else {
            preconditionFailure("\(type) is no class of scene delegates that comes from NSObject")
        }
        connect(session, configuration, delegate: made, options: options) {
            MainStoryboard.makeWindow(named, of: bundle, in: $0)
        }
    }

    private func connect(
        _ session: UISceneSession, _ configuration: UISceneConfiguration, delegate: (any UISceneDelegate)?,
        options: UIScene.ConnectionOptions, storyboard: (UIWindowScene) -> UIWindow?
    ) {
        session.configuration = configuration
        // The initializers of other scene classes are unknown.
        let scene = UIWindowScene(session: session, connectionOptions: options)
        scene.delegate = delegate
        scene.activationState = .foregroundInactive
        life.scene = scene
        let hears = delegate as? any UIWindowSceneDelegate
        if let window = storyboard(scene) {
            life.window = window
            hears?.window = window
        }
        scene.delegate?.scene(scene, willConnectTo: session, options: options)
        showMainWindow(unless: hears?.window)
        post(UIScene.willConnectNotification, scene)
    }

    /// Returns the scene configurations in the program's `Info.plist`.
    private static func manifest(of bundle: Bundle) -> [[String: Any]]? {
        let manifest = bundle.infoDictionary?["UIApplicationSceneManifest"] as? [String: Any]
        let roles = manifest?["UISceneConfigurations"] as? [String: Any]
        return roles?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]]
    }

    private static func sceneDelegate(_ named: [String: Any]?, of delegate: any UIApplicationDelegate) -> AnyClass? {
        if let name = named?["UISceneDelegateClassName"] as? String, let type = NSClassFromString(name) { return type }
        guard let module = String(reflecting: Swift.type(of: delegate)).split(separator: ".").first else { return nil }
        return NSClassFromString("\(module).SceneDelegate")
    }

    // MARK: Foreground and background

    private func becomeActiveAfterCommit() {
        screen.afterCommit { [weak self] in self?.becomeActive() }
    }

    private func becomeActive() {
        guard life.state == .inactive, !life.isOver else { return }
        life.state = .active
        setActivationState(
            .foregroundActive, posting: UIScene.didActivateNotification, { $0.sceneDidBecomeActive($1) },
            orProgram: { $0.applicationDidBecomeActive($1) })
        post(Self.didBecomeActiveNotification)
    }

    /// Sets the scene's state, notifies its delegate and posts a notification. For a program without scenes it calls
    /// the application delegate instead.
    private func setActivationState(
        _ state: UIScene.ActivationState, posting name: NSNotification.Name,
        _ sceneHears: (any UISceneDelegate, UIScene) -> Void,
        orProgram programHears: (any UIApplicationDelegate, UIApplication) -> Void
    ) {
        guard let scene = life.scene else {
            if let delegate { programHears(delegate, self) }
            return
        }
        scene.activationState = state
        if let delegate = scene.delegate { sceneHears(delegate, scene) }
        post(name, scene)
    }

    private func tellOfForeground(orProgram programHears: (any UIApplicationDelegate, UIApplication) -> Void) {
        setActivationState(
            .foregroundInactive, posting: UIScene.willEnterForegroundNotification, { $0.sceneWillEnterForeground($1) },
            orProgram: programHears)
    }

    /// Sends the program to the background. The delegate of the program or the scene is told that it resigns activity
    /// and then that it entered the background. Does nothing if the program is in the background.
    public final func enterBackground() {
        guard life.state != .background, !life.isOver else { return }
        screen.asMain {
            if life.state == .active {
                life.state = .inactive
                setActivationState(
                    .foregroundInactive, posting: UIScene.willDeactivateNotification, { $0.sceneWillResignActive($1) },
                    orProgram: { $0.applicationWillResignActive($1) })
                post(Self.willResignActiveNotification)
            }
            life.state = .background
            setActivationState(
                .background, posting: UIScene.didEnterBackgroundNotification, { $0.sceneDidEnterBackground($1) },
                orProgram: { $0.applicationDidEnterBackground($1) })
            post(Self.didEnterBackgroundNotification)
        }
    }

    /// Brings the program to the foreground. It is active after the screen's next frame. Does nothing if the program is
    /// in the foreground.
    public final func enterForeground() {
        guard life.state == .background, !life.isOver else { return }
        screen.asMain {
            life.state = .inactive
            tellOfForeground { $0.applicationWillEnterForeground($1) }
            post(Self.willEnterForegroundNotification)
        }
        becomeActiveAfterCommit()
    }

    /// Sends a memory warning to the program and to all controllers on its screen.
    public final func receiveMemoryWarning() {
        screen.asMain {
            delegate?.applicationDidReceiveMemoryWarning(self)
            post(Self.didReceiveMemoryWarningNotification)
            for window in windows { window.rootManager?.receiveMemoryWarning() }
        }
    }

    /// Asks the program, or its scene, to open a URL.
    ///
    /// - Returns: Whether a program without scenes opened the URL. Always true for a program with a scene, because its
    ///   delegate does not report a result.
    @discardableResult
    public final func deliver(_ url: URL) -> Bool {
        screen.asMain {
            if let scene = life.scene {
                scene.delegate?.scene(scene, openURLContexts: [UIOpenURLContext(url)])
                return true
            }
            return delegate?.application(self, open: url, options: [:]) ?? false
        }
    }

    /// Terminates the program: disconnects its scene and notifies its delegate. Further calls do nothing.
    public final func terminate() {
        guard !life.isOver else { return }
        life.isOver = true
        screen.asMain {
            if let scene = life.scene {
                scene.activationState = .unattached
                scene.delegate?.sceneDidDisconnect(scene)
                post(UIScene.didDisconnectNotification, scene)
                life.scene = nil
            }
            delegate?.applicationWillTerminate(self)
            post(Self.willTerminateNotification)
        }
    }

    private func post(_ name: NSNotification.Name, _ object: Any? = nil) {
        NotificationCenter.default.post(name: name, object: object ?? self)
    }
}
