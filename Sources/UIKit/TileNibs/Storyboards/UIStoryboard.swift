public import Foundation
public import TileControllers
import TileLayers
import TileSupport
import TileViews

/// A storyboard: scenes of controllers, and the segues between them. The storyboard is a .storyboard file as saved by
/// Xcode or a compiled .storyboardc folder.
open class UIStoryboard: NSObject {
    /// A closure that creates a controller with an initializer of the program.
    public typealias Creator = (NSCoder) -> UIViewController?

    let content: Result<StoryboardContent, NibFailure>
    let bundle: Bundle
    let name: String
    let limits: NibLimits
    let notebook: NibNotes

    /// Creates a storyboard from a bundle's resource. Errors are reported when its contents are used.
    public convenience init(name: String, bundle: Bundle?) {
        let bundle = bundle ?? .main
        let content = Result { () throws(NibFailure) -> StoryboardContent in
            guard let file = NibFiles.find(name, ["storyboardc", "storyboard"], in: bundle) else {
                throw NibFailure(
                    name, .missing("there is no \(name).storyboard and no \(name).storyboardc in \(bundle.bundlePath)"))
            }
            return try StoryboardContent(file, in: bundle, limits: .standard)
        }
        self.init(content, name: name, bundle: bundle, limits: .standard)
    }

    /// Creates a storyboard from a file.
    ///
    /// - Parameter bundle: The bundle with images and other storyboards, or `nil` for the main bundle.
    /// - Throws: `NibFailure` if the file can't be read.
    public convenience init(contentsOf file: URL, bundle: Bundle? = nil, limits: NibLimits = .standard) throws {
        let bundle = bundle ?? .main
        let content = try StoryboardContent(file, in: bundle, limits: limits)
        self.init(
            .success(content), name: file.deletingPathExtension().lastPathComponent, bundle: bundle, limits: limits)
    }

    init(_ content: Result<StoryboardContent, NibFailure>, name: String, bundle: Bundle, limits: NibLimits) {
        (self.content, self.name, self.bundle, self.limits) = (content, name, bundle, limits)
        notebook = NibNotes(file: (try? content.get())?.fileName ?? name, limit: limits.notes)
        super.init()
    }

    /// The parts that weren't understood in the scenes created so far.
    public var notes: [NibNote] { notebook.list }
    /// The identifiers of the controllers, in the order of the document.
    public var identifiers: [String] { (try? content.get())?.identifiers ?? [] }

    // MARK: Controllers

    /// Returns the initial controller, or the controller with an identifier.
    ///
    /// - Throws: `NibFailure` if the storyboard can't be read or has no such controller.
    public func controller(withIdentifier identifier: String? = nil, creator: Creator? = nil) throws
        -> UIViewController
    {
        let content = try content.get()
        guard let id = identifier.map({ content.id(of: $0) }) ?? content.initial else {
            let known = content.identifiers.isEmpty ? "none" : content.identifiers.joined(separator: ", ")
            throw NibFailure(
                content.fileName,
                .noController(
                    identifier.map { "it has no controller with the identifier \($0); it has \(known)" }
                        ?? "it has no initial view controller"))
        }
        return try make(id, creator: creator)
    }

    /// Returns the initial controller. Logs a message and returns `nil` if there is none.
    open func instantiateInitialViewController() -> UIViewController? { initial(creator: nil) }

    /// Returns the initial controller, created with an initializer of the program.
    ///
    ///     instantiateInitialViewController(creator: { coder in Detail(coder: coder, plan: plan) })
    public final func instantiateInitialViewController<Controller: UIViewController>(
        creator: ((NSCoder) -> Controller?)?
    ) -> Controller? { initial(creator: creator) as? Controller }

    private func initial(creator: Creator?) -> UIViewController? {
        do {
            return try controller(creator: creator)
        } catch {
            FrameLog.write("\(error)")
            return nil
        }
    }

    /// Returns the controller with an identifier. Traps if there is none, as in UIKit, while
    /// `controller(withIdentifier:)` throws.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        do {
            return try controller(withIdentifier: identifier)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Returns the controller with an identifier, created with an initializer of the program.
    public final func instantiateViewController<Controller: UIViewController>(
        identifier: String, creator: ((NSCoder) -> Controller?)? = nil
    ) -> Controller {
        do {
            let made = try controller(withIdentifier: identifier, creator: creator)
            guard let controller = made as? Controller else {
                preconditionFailure(
                    "\(name): the controller \(identifier) is a \(type(of: made)), not a \(Controller.self)")
            }
            return controller
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Creates the controller with an object identifier.
    func make(_ id: String, creator: Creator? = nil) throws(NibFailure) -> UIViewController {
        let content = try content.get()
        return try NibNesting.within(content.fileName, limits) { () throws(NibFailure) in
            switch content {
            case .document(let document): try DocumentScene.make(id, of: document, in: self, creator: creator)
            }
        }
    }
}

extension UIViewController {
    /// The storyboard from which the controller was created, or `nil` if there is none. The value is still `nil` in
    /// `init(coder:)`.
    public final var storyboard: UIStoryboard? { (scene as? any StoryboardScene)?.storyboard }
}

/// A scene that can return its storyboard.
protocol StoryboardScene: ControllerScene {
    var storyboard: UIStoryboard { get }
}

extension UIStoryboard {
    /// The identifiers of all controllers, in the order of the document.
    var controllerIDs: [String] {
        guard case .document(let document)? = try? content.get() else { return [] }
        return document.controllers.compactMap(\.id)
    }
}
