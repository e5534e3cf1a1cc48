public import Foundation
import TileControllers
import TileDrawing
import TileLayers
import TileViews

/// One loading of a document, which creates and connects its objects.
///
/// The order is that of UIKit: all objects with their properties, runtime attributes, outlets, actions, `awakeFromNib`.
final class NibReading {
    let document: NibDocument
    let bundle: Bundle
    let limits: NibLimits
    let notes: NibNotes
    /// The traits that select `variation` elements.
    var traits: UITraitCollection
    private(set) lazy var resources = NibResources(document.resources, self)
    /// The objects by identifier.
    private(set) var objects: [String: NSObject] = [:]
    /// The objects that were created but aren't connected yet, in order.
    private(set) var made: [(element: NibElement, object: NSObject)] = []
    private(set) var connections = NibConnections()
    /// The scene, which adds what a standalone nib doesn't have, such as segues.
    weak var scene: (any NibScene)?
    private var kept: [AnyObject] = []
    private var afterwards: [() -> Void] = []
    private var depth = 0
    /// The identifiers of subviews that aren't installed, by the identifier of their superview.
    private var excluded: [String: Set<String>] = [:]
    private var modules: [String] = []

    init(_ document: NibDocument, bundle: Bundle, limits: NibLimits, notes: NibNotes, traits: UITraitCollection) {
        (self.document, self.bundle, self.limits) = (document, bundle, limits)
        (self.notes, self.traits) = (notes, traits)
    }

    /// Records the identifier of an existing object: an owner, a first responder, or an object from the program.
    func register(_ object: NSObject, as id: String) {
        objects[id] = object
        let module = NibClasses.module(String(reflecting: type(of: object)))
        if let module, !modules.contains(module) { modules.append(module) }
    }

    func forget(_ id: String) { objects[id] = nil }

    func forgetAll() {
        objects = [:]
        made = []
        connections = NibConnections()
    }

    // MARK: Objects

    /// Creates the object of an element with everything inside it. Returns `nil` if the element isn't an object.
    func make(_ element: NibElement) -> NSObject? {
        if let id = element.id, let known = objects[id] { return known }
        guard let kind = kind(of: element) else { return nil }
        guard depth < limits.depth else {
            notes.add(.element, about: element, "it lies more than \(limits.depth) deep in others; it is left out")
            return nil
        }
        depth += 1
        defer { depth -= 1 }
        if element.hasVariations, let id = element.id {
            excluded[id] = element.excluded(from: "subviews", for: traits)
        }
        let current = element.varied(for: traits)
        let reader = ElementReader(current, self)
        let coder = NibCoder(keys: kind.keys(reader), level: kind.level) { object in
            if let id = element.id { self.objects[id] = object }
            kind.configure(object, reader)
            reader.noteRest()
        }
        guard let object = instance(of: element, kind, coder) else {
            notes.add(.element, about: element, "its class could not be made of it: init(coder:) gave nil")
            return nil
        }
        // Needed if the class has its own `init(coder:)` that doesn't finish the object.
        coder.finish(object)
        if let view = object as? UIView { prepare(view, element) }
        made.append((element, object))
        return object
    }

    /// Applies an element to a view that already exists as part of another view.
    ///
    /// - Parameter parts: The subviews that already exist, by the identifiers that the document uses for them.
    func adopt(_ view: UIView, for element: NibElement, parts: [String: UIView] = [:]) {
        if let id = element.id { objects[id] = view }
        let reader = ElementReader(element.varied(for: traits), self)
        ViewKind.configure(view, reader)
        prepare(view, element)
        for child in element.list("subviews") {
            guard let id = child.id, let part = parts[id] else { continue }
            adopt(part as NSObject, for: child)
        }
        ViewKind.addSubviews(to: view, reader)
        made.append((element, view))
    }

    /// Keeps an object that others reference weakly for the lifetime of the scene.
    func keep(_ object: AnyObject) { kept.append(object) }

    /// Calls the closure once all created objects are connected.
    func whenConnected(_ body: @escaping () -> Void) { afterwards.append(body) }

    /// Applies an element to another object that already exists.
    func adopt(_ object: NSObject, for element: NibElement) {
        if let id = element.id { objects[id] = object }
        guard let kind = NibKinds.all[element.name] else { return }
        let reader = ElementReader(element.varied(for: traits), self)
        kind.configure(object, reader)
        reader.noteRest()
        made.append((element, object))
    }

    private func kind(of element: NibElement) -> NibKind? {
        if let kind = NibKinds.all[element.name] { return kind }
        guard !NibKinds.silent.contains(element.name) else { return nil }
        // An element with a frame is a view of an unknown kind.
        let isView = element.children.contains { $0.name == "rect" && $0.key == "frame" || $0.name == "subviews" }
        notes.add(
            .element, about: element,
            isView
                ? "<\(element.name)> is unknown here; a plain view stands in for it"
                : "<\(element.name)> is unknown here; it is left out")
        return isView ? NibKinds.all["view"] : nil
    }

    /// A closure that creates the object with an identifier instead of its class.
    var creator: (id: String, make: (NSCoder) -> NSObject?)?

    private func instance(of element: NibElement, _ kind: NibKind, _ coder: NibCoder) -> NSObject? {
        if let creator, creator.id == element.id {
            self.creator = nil
            if let object = creator.make(coder) { return object }
        }
        guard let name = element["customClass"] else { return kind.make(coder) }
        guard let known = NibClasses.find(name, module: element["customModule"], others: modules) else {
            if !NibKinds.isStandard(name) {
                let full = element["customModule"].map { "\($0).\(name)" } ?? name
                let maker = kind.level == UIGestureRecognizer.self ? " { \(name)() }" : ""
                notes.add(
                    .unknownClass, about: element,
                    "the class \(full) is unknown; add it by NibClasses.add(NibClass(\(name).self)\(maker)). "
                        + "Its element's own stands in for it")
            }
            return kind.make(coder)
        }
        return known.make(coder) ?? kind.make(coder)
    }

    /// Prepares a view. A nib with Auto Layout states for each view whether its autoresizing mask counts.
    private func prepare(_ view: UIView, _ element: NibElement) {
        // A view for which Interface Builder found no constraints keeps its position.
        if element["translatesAutoresizingMaskIntoConstraints"] == "NO", element["fixedFrame"] != "YES" {
            view.translatesAutoresizingMaskIntoConstraints = false
        }
        for guide in element.children {
            guard let id = guide.id else { continue }
            // Compiled nibs have the guides here, while documents have them with the controller.
            if guide.name == "viewControllerLayoutGuide" {
                objects[id] = BarGuide(view, isAtTop: guide["type"] == "top")
            }
            guard guide.name == "viewLayoutGuide" else { continue }
            switch (guide.key, view) {
            case ("safeArea", _): objects[id] = view.safeAreaLayoutGuide
            case ("contentLayoutGuide", let view as UIScrollView): objects[id] = view.contentLayoutGuide
            case ("frameLayoutGuide", let view as UIScrollView): objects[id] = view.frameLayoutGuide
            case ("keyboard", _): objects[id] = view.keyboardLayoutGuide
            default:
                notes.add(
                    .element, about: guide, "the layout guide \(guide.key ?? "") of a \(type(of: view)) is unknown")
            }
        }
    }

    /// Returns an image of the bundle. If it is missing, nothing is shown.
    func image(_ name: String, for element: NibElement) -> UIImage? {
        if let image = UIImage(named: name, in: bundle, compatibleWith: nil) { return image }
        if resources.isSystemImage(name), let image = UIImage(systemName: name) { return image }
        let what = resources.isSystemImage(name) ? "the system's image" : "the image"
        notes.add(.resource, about: element, "\(what) \(name) is not among the bundle's resources")
        return nil
    }

    func excludedSubviews(of element: NibElement) -> Set<String> { element.id.flatMap { excluded[$0] } ?? [] }

    // MARK: Connecting

    /// Connects all objects created since the last call.
    ///
    /// - Parameters:
    ///   - others: Objects that existed before, with their elements, such as the placeholder of the owner.
    ///   - isLast: Whether objects that are missing now will never be created.
    func connect(others: [(element: NibElement, object: NSObject)] = [], isLast: Bool) {
        let fresh = made
        made = []
        let constraints = NibConstraints(self)
        for (element, object) in fresh {
            guard let view = object as? UIView else { continue }
            constraints.make(of: element, in: view)
        }
        constraints.install()
        for (element, object) in fresh { RuntimeAttributes.apply(element, to: object, self) }
        connections.add(others + fresh)
        connections.connect(in: self, isLast: isLast)
        let waiting = afterwards
        afterwards = []
        for each in waiting { each() }
        for (_, object) in fresh {
            if let responder = object as? UIResponder { responder.awakeFromNib() }
            (object as? any NibAwakening)?.awakeFromNib()
        }
    }

    /// Records the identifier of an object, such as a constraint.
    func note(_ object: NSObject, as id: String?) {
        if let id { objects[id] = object }
    }
}

/// An object that is notified when its nib is loaded, for classes that aren't responders.
public protocol NibAwakening: NSObject {
    func awakeFromNib()
}

/// The features that a scene of a storyboard adds to a nib.
protocol NibScene: AnyObject {
    /// Connects a segue to an object that performs it, such as a control or a bar item.
    func connect(_ segue: NibElement, to object: NSObject, _ element: NibElement)
    /// Makes the controller known to the loading of a part of the scene, such as a cell.
    func introduce(to reading: NibReading)
    /// Returns the controller that a relationship leads to.
    func relative(_ segue: NibElement) -> UIViewController?
}
