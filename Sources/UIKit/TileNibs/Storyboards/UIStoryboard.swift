public import Foundation
public import TileControllers
import TileLayers
import TileSupport
import TileViews

/// A storyboard: scenes of controllers, and the segues between them. It is a .storyboard as Xcode keeps it, or a folder
/// .storyboardc as it is compiled.
open class UIStoryboard: NSObject {
    /// What a program gives to make a controller by an initializer of its own.
    public typealias Creator = (NSCoder) -> UIViewController?

    let content: Result<StoryboardContent, NibFailure>
    let bundle: Bundle
    let name: String
    let limits: NibLimits
    let notebook: NibNotes

    /// A storyboard among a bundle's resources. What it is, or why there is none, is told by what is asked of it.
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

    /// A storyboard out of a file.
    ///
    /// - Parameter bundle: where images and other storyboards are; nil for the main one.
    /// - Throws: `NibFailure` when it can't be read.
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

    /// What was not understood of the scenes that were made until now.
    public var notes: [NibNote] { notebook.list }
    /// The identifiers of its controllers, in the document's order.
    public var identifiers: [String] { (try? content.get())?.identifiers ?? [] }

    // MARK: Controllers

    /// The controller that it begins with, or the one of an identifier.
    ///
    /// - Throws: `NibFailure` when the storyboard can't be read, or has no such controller.
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

    /// The controller that it begins with; nil, and a line in the log, where there is none.
    open func instantiateInitialViewController() -> UIViewController? { initial(creator: nil) }

    /// As the other, by an initializer of the program's own: `creator: { coder in Detail(coder: coder, plan: plan) }`.
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

    /// The controller of an identifier. Where there is none it traps, as in UIKit; `controller(withIdentifier:)`
    /// throws.
    open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        do {
            return try controller(withIdentifier: identifier)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// As the other, by an initializer of the program's own.
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

    /// Makes the controller of an object's id.
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
    /// The storyboard that it was made of; nil for none. In `init(coder:)` it is nil still.
    public final var storyboard: UIStoryboard? { (scene as? any StoryboardScene)?.storyboard }
}

/// A scene whose controller asks for its storyboard.
protocol StoryboardScene: ControllerScene {
    var storyboard: UIStoryboard { get }
}

extension UIStoryboard {
    /// The ids of all controllers, in the document's order.
    var controllerIDs: [String] {
        guard case .document(let document)? = try? content.get() else { return [] }
        return document.controllers.compactMap(\.id)
    }
}
