import Foundation
import TileDrawing
import TileSupport
import TileViews

/// The contents of a nib that was read.
enum NibContent: Sendable {
    case document(NibDocument)

    init(_ bytes: [UInt8], name: String, limits: NibLimits) throws(NibFailure) {
        guard !bytes.starts(with: Array("bplist".utf8)) else {
            throw NibFailure(
                name,
                .version("it is a keyed archive of iOS 5 or before; this reads .xib and what Xcode 5 or newer compiles")
            )
        }
        let isCompiled = bytes.starts(with: NibArchive.signature)
        self = .document(
            isCompiled
                ? try NibDocument(compiled: bytes, name: name, limits: limits)
                : try NibDocument(bytes, name: name, limits: limits))
    }

    init(_ file: URL, in bundle: Bundle, limits: NibLimits) throws(NibFailure) {
        let name = file.lastPathComponent
        try self.init(try NibFiles.nibBytes(of: file, limits: limits), name: name, limits: limits)
        if case .document(let document) = self, let strings = NibFiles.strings(for: file, in: bundle) {
            self = .document(document.localized(strings))
        }
    }

    func instantiate(
        owner: NSObject?, external: [String: NSObject], bundle: Bundle, limits: NibLimits = .standard
    ) throws(NibFailure) -> ([NSObject], NibNotes) {
        switch self {
        case .document(let document):
            let notes = NibNotes(file: document.name, limit: limits.notes)
            let objects = try NibNesting.within(document.name, limits) { () throws(NibFailure) in
                NibInstance.make(
                    document, document.objects, owner: owner, external: external, bundle: bundle, limits: limits,
                    notes: notes)
            }
            return (objects, notes)
        }
    }
}

/// The nesting depth of nibs that load each other on a thread.
enum NibNesting {
    private static let depth = ThreadLocal<Int> { 0 }

    static func within<Value>(
        _ file: String, _ limits: NibLimits, body: () throws(NibFailure) -> Value
    ) throws(NibFailure) -> Value {
        guard depth.value < limits.nesting else {
            throw NibFailure(file, .cycle("it is loaded while \(limits.nesting) others are; does it load itself?"))
        }
        depth.value += 1
        defer { depth.value -= 1 }
        return try body()
    }
}

/// Creates the objects of a standalone nib.
enum NibInstance {
    static func make(
        _ document: NibDocument, _ elements: [NibElement], owner: NSObject?, external: [String: NSObject],
        bundle: Bundle, limits: NibLimits, notes: NibNotes
    ) -> [NSObject] {
        let reading = NibReading(
            document, bundle: bundle, limits: limits, notes: notes, traits: NibTraits.current(owner))
        var placeholders: [(element: NibElement, object: NSObject)] = []
        for element in elements where element.name == "placeholder" {
            guard let id = element.id else { continue }
            switch element["placeholderIdentifier"] {
            case "IBFilesOwner":
                guard let owner else { continue }
                reading.register(owner, as: id)
                placeholders.append((element, owner))
            case "IBFirstResponder": reading.register(NibConnections.FirstResponder(), as: id)
            // A storyboard's nib that is loaded on its own has no storyboard.
            case "UIStoryboardPlaceholder": break
            case let identifier?:
                guard let object = external[identifier] else {
                    notes.add(.reference, about: element, "no external object was given for \(identifier)")
                    continue
                }
                reading.register(object, as: id)
                placeholders.append((element, object))
            case nil: break
            }
        }
        let objects = elements.compactMap { $0.name == "placeholder" ? nil : reading.make($0) }
        reading.connect(others: placeholders, isLast: true)
        reading.forgetAll()
        return objects
    }
}

/// The traits whose size classes a nib is created for.
enum NibTraits {
    static func current(_ owner: NSObject?) -> UITraitCollection {
        let screen = UIScreen.main.traitCollection
        guard let owner = owner as? any UITraitEnvironment else { return screen }
        let own = owner.traitCollection
        return own.horizontalSizeClass == .unspecified || own.verticalSizeClass == .unspecified ? screen : own
    }
}
