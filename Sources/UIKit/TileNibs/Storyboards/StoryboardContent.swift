import Foundation

/// The contents of a storyboard that was read.
enum StoryboardContent: Sendable {
    case document(StoryboardDocument)

    init(_ file: URL, in bundle: Bundle, limits: NibLimits) throws(NibFailure) {
        if file.pathExtension == "storyboardc" {
            self = .document(StoryboardDocument(try NibDocument(compiledFolder: file, limits: limits)))
            return
        }
        let document = try NibDocument(contentsOf: file, limits: limits)
        guard document.kind == .storyboard else {
            throw NibFailure(document.name, .notANib("it is a nib, not a storyboard; load it by UINib"))
        }
        let strings = NibFiles.strings(for: file, in: bundle)
        self = .document(StoryboardDocument(strings.map { document.localized($0) } ?? document))
    }

    var fileName: String {
        switch self {
        case .document(let document): document.document.name
        }
    }

    var initial: String? {
        switch self {
        case .document(let document): document.document.initialViewController
        }
    }

    var identifiers: [String] {
        switch self {
        case .document(let document): document.identifiers.map(\.identifier)
        }
    }

    func id(of identifier: String) -> String? {
        switch self {
        case .document(let document): document.identifiers.first { $0.identifier == identifier }?.id
        }
    }
}

/// The document of a storyboard, with the positions of its scenes.
struct StoryboardDocument: Sendable {
    let document: NibDocument
    /// The controllers with identifiers, in the order of the document.
    let identifiers: [(identifier: String, id: String)]
    /// The index of the scene for each controller identifier.
    private let places: [String: Int]

    init(_ document: NibDocument) {
        self.document = document
        var identifiers: [(String, String)] = []
        var places: [String: Int] = [:]
        for (place, scene) in document.scenes.enumerated() {
            for element in scene.list("objects") {
                guard let id = element.id else { continue }
                if places[id] == nil { places[id] = place }
                if let identifier = element["storyboardIdentifier"] { identifiers.append((identifier, id)) }
            }
        }
        (self.identifiers, self.places) = (identifiers, places)
    }

    /// The controllers of all scenes, including references to other storyboards.
    var controllers: [NibElement] {
        document.scenes.compactMap { scene in
            scene.list("objects").first { element in
                element.name.hasSuffix("ontroller") || element.name == "viewControllerPlaceholder"
            }
        }
    }

    /// Returns the controller with an identifier and all objects of its scene.
    func scene(of id: String) -> (controller: NibElement, objects: [NibElement])? {
        guard let place = places[id] else { return nil }
        let objects = document.scenes[place].list("objects")
        return objects.first { $0.id == id }.map { ($0, objects) }
    }
}
