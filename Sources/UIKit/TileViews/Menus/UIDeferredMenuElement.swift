import Foundation
import TileDrawing

/// An element of a menu that is replaced by others when the menu is shown for the first time.
///
///     let recent = UIDeferredMenuElement { completion in
///         loadRecentFiles { files in completion(files.map(makeAction)) }
///     }
///
/// Until the elements are there, the menu has a row that says so.
open class UIDeferredMenuElement: UIMenuElement {
    /// A closure that makes the elements and passes them to its argument, now or later, on the same thread.
    public typealias Provider = (@escaping ([UIMenuElement]) -> Void) -> Void

    private enum Content {
        case missing
        /// The elements have been requested. The number distinguishes requests.
        case loading(Int)
        case loaded([UIMenuElement])
    }

    private final let provider: Provider
    /// A Boolean value that indicates whether the elements are kept for the next time.
    private final let isCached: Bool
    private final var content = Content.missing
    private final var requestCount = 0
    /// The closures of the menus that wait for the elements, by their owners.
    private final var waiting: [ObjectIdentifier: () -> Void] = [:]

    /// Creates an element whose elements are made once.
    public init(_ elementProvider: @escaping Provider) {
        (provider, isCached) = (elementProvider, true)
        super.init(title: "Loading…", subtitle: nil, image: nil)
    }

    private init(uncached provider: @escaping Provider) {
        (self.provider, isCached) = (provider, false)
        super.init(title: "Loading…", subtitle: nil, image: nil)
    }

    /// Creates an element whose elements are made each time that a menu with it is shown.
    public static func uncached(_ elementProvider: @escaping Provider) -> UIDeferredMenuElement {
        UIDeferredMenuElement(uncached: elementProvider)
    }

    /// The elements, if they have been made.
    final var elements: [UIMenuElement]? { if case .loaded(let elements) = content { elements } else { nil } }

    /// Requests the elements for a menu that is shown.
    ///
    /// - Parameters:
    ///   - owner: The object that shows the menu. A later request for it replaces its closure.
    ///   - completion: Called if the elements arrive after the call.
    final func load(for owner: AnyObject, _ completion: @escaping () -> Void) {
        switch content {
        case .loaded: return
        case .loading: waiting[ObjectIdentifier(owner)] = completion
        case .missing:
            requestCount += 1
            let request = requestCount
            content = .loading(request)
            var isWithinCall = true
            provider { [weak self] elements in
                // A provider may call more than once; the first call counts.
                guard let self, case .loading(request) = content else { return }
                content = .loaded(elements)
                let waiting = waiting
                self.waiting = [:]
                guard !isWithinCall else { return }
                for each in waiting.values { each() }
            }
            isWithinCall = false
            if case .loading(request) = content { waiting[ObjectIdentifier(owner)] = completion }
        }
    }

    /// Discards elements that are not kept, after a menu has closed. They stay if another menu waits for them.
    final func noteClosing(for owner: AnyObject) {
        waiting[ObjectIdentifier(owner)] = nil
        if !isCached, waiting.isEmpty { content = .missing }
    }
}

extension UIMenu {
    /// The deferred elements that the menu itself shows, also those that other ones have loaded. Submenus load theirs
    /// when they open.
    private var deferredElements: [UIDeferredMenuElement] {
        children.flatMap(Self.deferred)
    }

    private static func deferred(_ element: UIMenuElement) -> [UIDeferredMenuElement] {
        switch element {
        case let menu as UIMenu: menu.options.contains(.displayInline) ? menu.deferredElements : []
        case let element as UIDeferredMenuElement: [element] + (element.elements ?? []).flatMap(deferred)
        default: []
        }
    }

    /// The largest depth of elements that load deferred elements.
    private static let maxDepth = 20

    /// Requests the deferred elements of a menu that is shown.
    ///
    /// - Parameters:
    ///   - owner: The object that shows the menu.
    ///   - change: Called when elements arrive later.
    func loadDeferredElements(for owner: AnyObject, _ change: @escaping () -> Void) {
        for _ in 0..<Self.maxDepth {
            let missing = deferredElements.filter { $0.elements == nil }
            for element in missing { element.load(for: owner, change) }
            // Loaded elements may contain others.
            if missing.allSatisfy({ $0.elements == nil }) { return }
        }
    }

    func noteDeferredClosing(for owner: AnyObject) {
        for element in deferredElements { element.noteClosing(for: owner) }
    }
}
