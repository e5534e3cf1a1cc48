import Foundation
import TileBars
import TileControllers
import TileGraphics
import TileLayers
import TileLists
import TileViews

/// A scene of a storyboard's document, with the controller created from it.
///
/// The controller and its items are created first. The view and the other objects of the scene are created when the
/// view is loaded.
final class DocumentScene: StoryboardScene, NibScene {
    let storyboard: UIStoryboard
    private let element: NibElement
    private let objects: [NibElement]
    private let reading: NibReading
    private(set) weak var controller: UIViewController?
    /// The other objects of the scene, such as gesture recognizers and helpers.
    private var kept: [NSObject] = []
    private var triggers: [SegueTrigger] = []
    /// The nesting depth of the scene in scenes that embed it.
    private let depth: Int

    static func make(
        _ id: String, of document: StoryboardDocument, in storyboard: UIStoryboard, creator: UIStoryboard.Creator?,
        depth: Int = 0
    ) throws(NibFailure) -> UIViewController {
        guard let (element, objects) = document.scene(of: id) else {
            throw NibFailure(document.document.name, .noController("it has no scene with the controller \(id)"))
        }
        if element.name == "viewControllerPlaceholder" {
            return try SceneReference(element, storyboard).controller(creator)
        }
        let scene = DocumentScene(element, objects, document: document.document, storyboard: storyboard, depth: depth)
        let before = storyboard.notebook.list.count
        let controller = try scene.makeController(creator)
        storyboard.notebook.log(from: before)
        return controller
    }

    private init(
        _ element: NibElement, _ objects: [NibElement], document: NibDocument, storyboard: UIStoryboard, depth: Int
    ) {
        (self.element, self.objects, self.storyboard, self.depth) = (element, objects, storyboard, depth)
        reading = NibReading(
            document, bundle: storyboard.bundle, limits: storyboard.limits, notes: storyboard.notebook,
            traits: NibTraits.current(nil))
        reading.scene = self
    }

    private func makeController(_ creator: UIStoryboard.Creator?) throws(NibFailure) -> UIViewController {
        for object in objects where object["placeholderIdentifier"] == "IBFirstResponder" {
            reading.register(NibConnections.FirstResponder(), as: object.id ?? "")
        }
        reading.creator = creator.map { (element.id ?? "", $0) }
        guard let controller = reading.make(element) as? UIViewController else {
            throw NibFailure(
                storyboard.notebook.file, line: element.line,
                .noController("<\(element.name)> \(element.id ?? "") is no controller that is known here"))
        }
        controller.scene = self
        self.controller = controller
        reading.connect(isLast: false)
        // The controller holds the scene, so the scene must not hold the controller.
        reading.forget(element.id ?? "")
        return controller
    }

    // MARK: View

    func loadView(of controller: UIViewController) -> Bool {
        guard controller === self.controller else { return false }
        let before = storyboard.notebook.list.count
        defer { storyboard.notebook.log(from: before) }
        let view = element.children.first { $0.key == "view" }
        guard let view else { return loadNib(of: controller) }
        do {
            try NibNesting.within(storyboard.notebook.file, storyboard.limits) { () throws(NibFailure) in
                load(view, of: controller)
            }
        } catch {
            reading.notes.add(.segue, about: element, "its view can't be loaded: \(error)")
            FrameLog.write("\(error)")
            return false
        }
        return controller.isViewLoaded
    }

    /// Loads the view of a controller from a standalone nib.
    private func loadNib(of controller: UIViewController) -> Bool {
        defer { embedAll() }
        let name = element["nibName"] ?? element["storyboardName"]
        return ControllerNibs.loadView(of: controller, name: name, in: storyboard.bundle)
    }

    private func load(_ element: NibElement, of controller: UIViewController) {
        if let id = self.element.id { reading.register(controller, as: id) }
        reading.traits = NibTraits.current(controller)
        let made = reading.make(element) as? UIView
        if let made, made.manager == nil { controller.view = made }
        for guide in self.element.list("layoutGuides") {
            guard let id = guide.id, let view = made else { continue }
            reading.register(BarGuide(view, isAtTop: guide["type"] == "top"), as: id)
        }
        for object in objects where object.id != self.element.id && object.name != "placeholder" {
            if let other = reading.make(object) { kept.append(other) }
        }
        reading.connect(isLast: true)
        reading.forgetAll()
        embedAll()
    }

    // MARK: Segues

    func connect(_ segue: NibElement, to object: NSObject, _ owner: NibElement) {
        switch segue["kind"] {
        case "relationship": return
        case "embed":
            if let view = object as? UIView { embeds.append((segue, view)) }
            return
        default: break
        }
        // A segue of the controller itself is performed by name.
        if object is UIViewController { return }
        let trigger = SegueTrigger(segue, self)
        switch object {
        case let control as UIControl:
            let event = segue["trigger"].flatMap { NibWords.events[$0] } ?? .touchUpInside
            control.addTarget(trigger, action: SegueTrigger.action, for: event)
        case let item as UIBarButtonItem:
            item.target = trigger
            item.action = SegueTrigger.action
        case let recognizer as UIGestureRecognizer:
            recognizer.addTarget(trigger, action: SegueTrigger.action)
        case let cell as UITableViewCell:
            let perform = { [weak self, weak cell] in self?.perform(segue, sender: cell, isAsked: true) ?? () }
            if segue["trigger"] == "accessoryAction" { cell.onAccessory = perform } else { cell.onSelection = perform }
            return
        case let cell as UICollectionViewCell:
            cell.onSelection = { [weak self, weak cell] in self?.perform(segue, sender: cell, isAsked: true) }
            return
        default:
            return reading.notes.add(
                .segue, about: owner,
                "a \(type(of: object)) performs no segues; \(segue["identifier"] ?? "one") is left out")
        }
        triggers.append(trigger)
    }

    func introduce(to reading: NibReading) {
        if let controller, let id = element.id { reading.register(controller, as: id) }
        for object in objects where object["placeholderIdentifier"] == "IBFirstResponder" {
            reading.register(NibConnections.FirstResponder(), as: object.id ?? "")
        }
    }

    func relative(_ segue: NibElement) -> UIViewController? { destination(of: segue, sender: nil, from: nil) }

    func performSegue(withIdentifier identifier: String, of controller: UIViewController, sender: Any?) -> Bool {
        var found: NibElement?
        for object in objects where found == nil {
            object.visit { element in
                if element.name == "segue", element["identifier"] == identifier, found == nil { found = element }
            }
        }
        guard let found else { return false }
        perform(found, sender: sender, isAsked: false)
        return true
    }

    /// Performs a segue.
    ///
    /// - Parameter isAsked: Whether the controller can refuse the segue, because the user triggered it.
    func perform(_ element: NibElement, sender: Any?, isAsked: Bool) {
        guard let source = controller else { return }
        let identifier = element["identifier"]
        if isAsked, !source.shouldPerformSegue(withIdentifier: identifier ?? "", sender: sender) { return }
        if element["kind"] == "unwind" { return unwind(element, from: source, sender: sender) }
        guard let destination = destination(of: element, sender: sender, from: source) else { return }
        let segue = makeSegue(element, source, destination: destination)
        if let action = SegueAction(element, reading.objects) { segue.action = { action.perform($0, sender: sender) } }
        source.prepare(for: segue, sender: sender)
        segue.perform()
    }

    private func makeSegue(
        _ element: NibElement, _ source: UIViewController, destination: UIViewController
    ) -> UIStoryboardSegue {
        let identifier = element["identifier"]
        guard let name = element["customClass"] else {
            return UIStoryboardSegue(identifier: identifier, source: source, destination: destination)
        }
        if let make = NibClasses.find(name, module: element["customModule"])?.segue {
            return make(identifier, source, destination)
        }
        let text =
            "the class of segues \(name) is unknown; add it by NibClasses.add(NibClass(segue: \(name).self, "
            + "make: \(name).init(identifier:source:destination:)))"
        reading.notes.add(.unknownClass, about: element, text)
        FrameLog.write("\(storyboard.notebook.file):\(element.line): \(text)")
        return UIStoryboardSegue(identifier: identifier, source: source, destination: destination)
    }

    private func unwind(_ element: NibElement, from source: UIViewController, sender: Any?) {
        guard let name = element["unwindAction"] else { return }
        let way = UIStoryboardUnwindSegueSource(source: source, unwindAction: Selector(name), sender: sender)
        guard let path = UnwindPath(from: way) else {
            FrameLog.write("\(storyboard.notebook.file):\(element.line): no controller answers to \(name)")
            return
        }
        let segue = makeSegue(element, source, destination: path.destination)
        if element["customClass"] == nil { segue.action = { path.follow($0) } }
        source.prepare(for: segue, sender: sender)
        path.destination.perform(Selector(name), with: segue)
        segue.perform()
    }

    private func destination(of segue: NibElement, sender: Any?, from source: UIViewController?) -> UIViewController? {
        guard let id = segue["destination"] else { return nil }
        guard depth < storyboard.limits.nesting else {
            reading.notes.add(
                .segue, about: segue, "it leads on for more than \(storyboard.limits.nesting) scenes in one another")
            return nil
        }
        do {
            guard let content = try? storyboard.content.get() else { return nil }
            let creator = source.flatMap { SegueCreation.creator(segue, $0, sender: sender, notes: reading.notes) }
            switch content {
            case .document(let document):
                return try DocumentScene.make(id, of: document, in: storyboard, creator: creator, depth: depth + 1)
            }
        } catch {
            reading.notes.add(.segue, about: segue, "its destination can't be made: \(error)")
            return nil
        }
    }

    // MARK: Embedding

    private var embeds: [(segue: NibElement, view: UIView)] = []

    /// Adds the views of embedded controllers to their container views.
    private func embedAll() {
        guard let controller else { return }
        let all = embeds
        embeds = []
        for (element, view) in all {
            guard controller.shouldPerformSegue(withIdentifier: element["identifier"] ?? "", sender: nil),
                let child = destination(of: element, sender: nil, from: controller), child !== controller,
                child.parent == nil
            else { continue }
            let segue = makeSegue(element, controller, destination: child)
            controller.prepare(for: segue, sender: nil)
            let childView: UIView = child.view
            controller.addChild(child)
            childView.frame = view.bounds
            childView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            childView.translatesAutoresizingMaskIntoConstraints = true
            view.addSubview(childView)
            child.didMove(toParent: controller)
        }
    }
}

/// The target of a control that performs a segue.
final class SegueTrigger: NSObject, ActionTarget {
    static let action = Selector("perform:")
    static let actions: ActionTable = [.action(action, SegueTrigger.perform)]

    private let segue: NibElement
    private weak var scene: DocumentScene?

    init(_ segue: NibElement, _ scene: DocumentScene) { (self.segue, self.scene) = (segue, scene) }

    private func perform(_ sender: Any?) {
        // A recognizer that follows a movement sends its action many times.
        if let recognizer = sender as? UIGestureRecognizer, recognizer.state != .ended, recognizer.state != .began {
            return
        }
        scene?.perform(segue, sender: sender, isAsked: true)
    }
}
