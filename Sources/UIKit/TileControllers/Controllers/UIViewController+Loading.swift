import Foundation
import TileDrawing
import TileViews

extension UIViewController {
    /// Returns a default view with the size of the main screen, which resizes with its superview.
    func makeView() -> UIView {
        let view = UIView(frame: UIScreen.main.bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        return view
    }

    func load() {
        guard shownView == nil, !isLoading else { return }
        isLoading = true
        loadView()
        isLoading = false
        precondition(
            shownView != nil,
            "-[\(type(of: self)) loadView] returned without setting a view: set `view`, or call super.loadView()")
        ControllerCensus.note(\.viewsLoaded)
        updateZoomDrag()
        viewDidLoad()
    }

    func setView(_ new: UIView?) {
        guard new !== shownView else { return }
        if let other = new?.manager {
            preconditionFailure(
                "A view can only be associated with at most one view controller at a time! View \(new!) is associated "
                    + "with \(other). Clear this association before associating this view with \(self).")
        }
        let old = shownView
        // A visible view is removed from its place. Whoever placed it there places the next one.
        if let old, old.window != nil, appearance.isVisible { endAppearanceOfLostView() }
        old?.setManager(nil)
        let own = ownTraits
        shownView = new
        guard let new else { return traits.unloaded = own }
        new.managedTraits = own
        new.setManager(self)
        noteTraits()
        unavailability.isPending = true
    }

    var nextInChain: UIResponder? {
        if modality.isCurrent, let presenter = modality.presenter { return presenter }
        return shownView?.superview ?? parent
    }

    /// The screen that shows the view.
    var screen: UIScreen? { shownView?.window?.screen ?? parent?.screen }

    func leaveBehind() {
        ControllerCensus.note(\.gone)
        for child in family.children { child.parent = nil }
        shownView?.setManager(nil)
    }

    // MARK: Archives

    private enum Key {
        static let view = "UIView"
        static let children = "UIChildViewControllers"
        static let title = "UITitle"
        static let nib = "UINibName"
        static let width = "UIContentWidth"
        static let height = "UIContentHeight"
        static let identifier = "UIRestorationIdentifier"
        static let presentation = "UIModalPresentationStyle"
        static let transition = "UIModalTransitionStyle"
        static let edges = "UIKeyEdgesForExtendedLayout"
        static let opaqueBars = "UIExtendedLayoutIncludesOpaqueBars"
        static let hidesBottomBar = "UIHidesBottomBarWhenPushed"
        static let defines = "UIDefinesPresentationContext"
    }

    func store(in coder: NSCoder) {
        if let shownView { withoutUnavailability { coder.encode(shownView, forKey: Key.view) } }
        if !children.isEmpty { coder.encode(children as NSArray, forKey: Key.children) }
        if let title { coder.encode(title as NSString, forKey: Key.title) }
        if let nibName { coder.encode(nibName as NSString, forKey: Key.nib) }
        if let restorationIdentifier { coder.encode(restorationIdentifier as NSString, forKey: Key.identifier) }
        if preferredContentSize != .zero {
            coder.encode(Double(preferredContentSize.width), forKey: Key.width)
            coder.encode(Double(preferredContentSize.height), forKey: Key.height)
        }
        coder.encode(modalPresentationStyle.rawValue, forKey: Key.presentation)
        coder.encode(modalTransitionStyle.rawValue, forKey: Key.transition)
        coder.encode(Int(edgesForExtendedLayout.rawValue), forKey: Key.edges)
        coder.encode(extendedLayoutIncludesOpaqueBars, forKey: Key.opaqueBars)
        coder.encode(hidesBottomBarWhenPushed, forKey: Key.hidesBottomBar)
        coder.encode(definesPresentationContext, forKey: Key.defines)
    }

    func restore(from coder: NSCoder) {
        func object<Object>(_ key: String, _ type: Object.Type) -> Object? {
            coder.containsValue(forKey: key) ? coder.decodeObject(forKey: key) as? Object : nil
        }
        func number(_ key: String) -> Int? {
            coder.containsValue(forKey: key) ? coder.decodeInteger(forKey: key) : nil
        }
        title = object(Key.title, String.self)
        restorationIdentifier = object(Key.identifier, String.self)
        let size = (coder.decodeDouble(forKey: Key.width), coder.decodeDouble(forKey: Key.height))
        if size.0.isFinite, size.1.isFinite, size.0 >= 0, size.1 >= 0 {
            preferredContentSize = CGSize(width: size.0, height: size.1)
        }
        number(Key.presentation).flatMap { UIModalPresentationStyle(rawValue: $0) }.map { modalPresentationStyle = $0 }
        number(Key.transition).flatMap { UIModalTransitionStyle(rawValue: $0) }.map { modalTransitionStyle = $0 }
        number(Key.edges).map { edgesForExtendedLayout = UIRectEdge(rawValue: UInt(bitPattern: $0)) }
        extendedLayoutIncludesOpaqueBars = coder.decodeBool(forKey: Key.opaqueBars)
        hidesBottomBarWhenPushed = coder.decodeBool(forKey: Key.hidesBottomBar)
        definesPresentationContext = coder.decodeBool(forKey: Key.defines)
        // Invalid archives aren't the program's mistake: views that have a manager and children that have a parent are
        // ignored.
        if let view = object(Key.view, UIView.self), view.manager == nil, view.superview == nil { setView(view) }
        for child in object(Key.children, [Any].self) ?? [] {
            guard let child = child as? UIViewController, child.parent == nil, child !== self,
                childContaining(self) == nil
            else { continue }
            family.children.append(child)
            child.parent = self
        }
    }
}
