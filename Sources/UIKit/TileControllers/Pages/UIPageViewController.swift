public import Foundation
public import TileViews

/// A container that shows controllers as pages, which the user turns.
///
/// The data source provides the pages, one neighbor at a time. Without one, only
/// `setViewControllers(_:direction:animated:completion:)` changes the page.
///
/// - Scrolling pages: the neighbors are requested when a page has come to rest, and kept until the next one does. To
///   request them again, set `dataSource` or the pages again.
/// - Curling pages: the neighbors are requested when the user turns a page.
open class UIPageViewController: UIViewController, ChildContainer {
    public enum NavigationDirection: Int, Hashable, Sendable {
        case forward
        case reverse
    }

    public enum NavigationOrientation: Int, Hashable, Sendable {
        case horizontal
        case vertical
    }

    /// The position of the spine of curling pages.
    public enum SpineLocation: Int, Hashable, Sendable {
        case none
        /// At the leading edge, or at the top.
        case min
        /// In the middle, with two visible pages.
        case mid
        /// At the trailing edge, or at the bottom.
        case max
    }

    public enum TransitionStyle: Int, Hashable, Sendable {
        case pageCurl
        case scroll
    }

    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A `SpineLocation`, or its raw value as a number, for curling pages. The default is `.min`.
        public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
        /// The space between two scrolling pages in points, as a number.
        public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
    }

    public final let transitionStyle: TransitionStyle
    public final let navigationOrientation: NavigationOrientation
    public private(set) final var spineLocation: SpineLocation
    final let spacing: CGFloat
    /// The visible pages: two if the spine is in the middle, otherwise one.
    final var pages: [UIViewController] = []
    /// The view that contains the pages' views and those that animate them.
    final var content: UIView!
    final var scroller: PageScrollController?
    final var curler: PageCurlController?
    final let dots = PageDots()
    /// The change in progress.
    final var change: PageChange?

    /// Creates a page view controller.
    ///
    /// - Parameter options: see `OptionsKey`. Values of another type are ignored.
    public init(
        transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        transitionStyle = style
        self.navigationOrientation = navigationOrientation
        spineLocation = style == .scroll ? .none : Self.spine(options?[.spineLocation]) ?? .min
        spacing = style == .scroll ? Self.points(options?[.interPageSpacing]) : 0
        isDoubleSided = spineLocation == .mid
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller with horizontally curling pages.
    public override convenience init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        self.init(transitionStyle: .pageCurl, navigationOrientation: .horizontal)
    }

    private enum Key {
        static let style = "UIPageViewControllerTransitionStyle"
        static let orientation = "UIPageViewControllerNavigationOrientation"
        static let spine = "UIPageViewControllerSpineLocation"
        static let spacing = "UIPageViewControllerPageSpacing"
        static let isDoubleSided = "UIPageViewControllerDoubleSided"
    }

    /// Creates a controller from an archive. Values that are missing or invalid in the archive keep their defaults.
    public required init?(coder: NSCoder) {
        transitionStyle = TransitionStyle(rawValue: coder.decodeInteger(forKey: Key.style)) ?? .pageCurl
        navigationOrientation =
            NavigationOrientation(rawValue: coder.decodeInteger(forKey: Key.orientation)) ?? .horizontal
        let spine = SpineLocation(rawValue: coder.decodeInteger(forKey: Key.spine)) ?? .min
        spineLocation = transitionStyle == .scroll ? .none : spine == .none ? .min : spine
        spacing = Self.points(coder.decodeDouble(forKey: Key.spacing))
        isDoubleSided = spineLocation == .mid || coder.decodeBool(forKey: Key.isDoubleSided)
        super.init(coder: coder)
        coder.settle(self, as: UIPageViewController.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(transitionStyle.rawValue, forKey: Key.style)
        coder.encode(navigationOrientation.rawValue, forKey: Key.orientation)
        coder.encode(spineLocation.rawValue, forKey: Key.spine)
        coder.encode(Double(spacing), forKey: Key.spacing)
        coder.encode(isDoubleSided, forKey: Key.isDoubleSided)
    }

    private static func spine(_ option: Any?) -> SpineLocation? {
        let number =
            (option as? SpineLocation) ?? (option as? NSNumber).flatMap { SpineLocation(rawValue: $0.intValue) }
        return number == SpineLocation.none ? nil : number
    }

    private static func points(_ option: Any?) -> CGFloat {
        let number = (option as? CGFloat).map { Double($0) } ?? (option as? NSNumber)?.doubleValue ?? 0
        return number.isFinite && number > 0 ? CGFloat(number) : 0
    }

    // MARK: Pages

    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// The object that provides the neighbors of a page; nil if the user can't turn pages.
    open weak var dataSource: (any UIPageViewControllerDataSource)? { didSet { noteDataSource() } }

    /// The visible pages, or those appearing; nil before any was set.
    open var viewControllers: [UIViewController]? { pages.isEmpty ? nil : pages }

    /// Sets the visible pages.
    ///
    /// Pass one page, or two if the spine is in the middle. For an animated change of double-sided pages, pass the new
    /// page and the back of the turned one. As in UIKit, another number traps.
    ///
    /// - Parameter completion: called with true at the end, or with false if another change interrupts this one.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) { set(viewControllers ?? [], direction, animated: animated, completion: completion) }

    /// Whether the back of a page is a page, too. As in UIKit, false traps if the spine is in the middle.
    open var isDoubleSided: Bool {
        didSet {
            precondition(
                isDoubleSided || spineLocation != .mid,
                "the spine is in the middle: the back of each page is the next page, so pages have two sides")
        }
    }

    /// The recognizers that turn curling pages: a pan, and a tap at the sides. Scrolling pages have none of their own.
    open var gestureRecognizers: [UIGestureRecognizer] {
        guard transitionStyle == .pageCurl else { return [] }
        loadViewIfNeeded()
        return curler?.recognizers ?? []
    }

    final var shownChildren: [UIViewController] {
        guard let change else { return pages }
        return change.new + change.old.filter { old in !change.new.contains { $0 === old } }
    }

    // MARK: View

    open override func loadView() {
        let view = makeView()
        view.clipsToBounds = true
        if transitionStyle == .scroll {
            let scroller = PageScrollController(self)
            self.scroller = scroller
            content = scroller.scroll
        } else {
            let curler = PageCurlController(self)
            self.curler = curler
            content = curler.view
        }
        view.addSubview(content)
        self.view = view
        layOutPages()
    }

    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        layOutPages()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        scroller?.noteRest()
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        finishAtOnce()
    }

    open override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        finishAtOnce()
        super.viewWillTransition(to: size, with: coordinator)
        guard transitionStyle == .pageCurl, let delegate else { return }
        let orientation: UIInterfaceOrientation = size.width > size.height ? .landscapeLeft : .portrait
        applySpineLocation(delegate.pageViewController(self, spineLocationFor: orientation))
    }

    /// Applies a spine location. The delegate has already set the number of pages that it requires.
    private func applySpineLocation(_ spine: SpineLocation) {
        guard spine != .none, spine != spineLocation else { return }
        if spine == .mid { isDoubleSided = true }
        spineLocation = spine
        if spine != .mid, pages.count > 1 { set([pages[0]], .forward, animated: false, completion: nil) }
        shownView?.setNeedsLayout()
    }

    open override var childForStatusBarStyle: UIViewController? { pages.first }
    open override var childForStatusBarHidden: UIViewController? { pages.first }
    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        delegate?.pageViewControllerSupportedInterfaceOrientations(self) ?? super.supportedInterfaceOrientations
    }
    open override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        delegate?.pageViewControllerPreferredInterfaceOrientationForPresentation(self)
            ?? super.preferredInterfaceOrientationForPresentation
    }
}
