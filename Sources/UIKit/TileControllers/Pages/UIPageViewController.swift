public import Foundation
public import TileViews

/// Shows controllers as pages, one after the other, that a person turns by hand.
///
/// Which pages there are is asked of the data source, one neighbor at a time; without one only
/// `setViewControllers(_:direction:animated:completion:)` changes what shows.
///
/// - Pages that scroll: the neighbors are asked for when a page has come to rest, and kept until the next does. To have
///   them asked anew, set `dataSource`, or the pages, again.
/// - Pages that curl: asked for when a person turns one.
open class UIPageViewController: UIViewController, ChildContainer {
    public enum NavigationDirection: Int, Hashable, Sendable {
        case forward
        case reverse
    }

    public enum NavigationOrientation: Int, Hashable, Sendable {
        case horizontal
        case vertical
    }

    /// Where pages that curl are bound.
    public enum SpineLocation: Int, Hashable, Sendable {
        case none
        /// At the leading edge, or at the top.
        case min
        /// In the middle: two pages show.
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

        /// A `SpineLocation`, or its raw value, as a number; for pages that curl. `.min` where it is missing.
        public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
        /// What lies between two pages that scroll, in points, as a number.
        public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
    }

    public final let transitionStyle: TransitionStyle
    public final let navigationOrientation: NavigationOrientation
    public private(set) final var spineLocation: SpineLocation
    final let spacing: CGFloat
    /// Those that show: two where the spine is in the middle.
    final var pages: [UIViewController] = []
    /// Holds their views, and what is made of them on the way.
    final var content: UIView!
    final var strip: PageStrip?
    final var book: PageBook?
    final let dots = PageDots()
    /// The change that is under way.
    final var change: PageChange?

    /// - Parameter options: see `OptionsKey`; what is of another kind is as if it were missing.
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

    /// Pages that curl, sideways.
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

    /// What is missing or wrong is as in a new one.
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
    /// Who knows the neighbors; nil where a person is not to turn pages.
    open weak var dataSource: (any UIPageViewControllerDataSource)? { didSet { noteDataSource() } }

    /// Those that show, or are on their way there; nil before any was set.
    open var viewControllers: [UIViewController]? { pages.isEmpty ? nil : pages }

    /// Sets what shows.
    ///
    /// One page, or where the spine is in the middle two. Where pages have two sides and the change is animated: the
    /// page that is to show, and the back of the one that is turned. Another number traps, as in UIKit.
    ///
    /// - Parameter completion: called with true when it is done, with false where another change came before that.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) { set(viewControllers ?? [], direction, animated, completion) }

    /// Whether the back of a page is a page. With the spine in the middle it has to be: false traps, as in UIKit.
    open var isDoubleSided: Bool {
        didSet {
            precondition(
                isDoubleSided || spineLocation != .mid,
                "the spine is in the middle: the back of each page is the next page, so pages have two sides")
        }
    }

    /// Those that turn pages that curl: a pan, and a tap at the sides. Pages that scroll have none of their own.
    open var gestureRecognizers: [UIGestureRecognizer] {
        guard transitionStyle == .pageCurl else { return [] }
        loadViewIfNeeded()
        return book?.recognizers ?? []
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
            let strip = PageStrip(self)
            self.strip = strip
            content = strip.scroll
        } else {
            let book = PageBook(self)
            self.book = book
            content = book.view
        }
        view.addSubview(content)
        self.view = view
        place()
    }

    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        place()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        strip?.noteRest()
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
        take(delegate.pageViewController(self, spineLocationFor: orientation))
    }

    /// The delegate has set as many pages as it needs.
    private func take(_ spine: SpineLocation) {
        guard spine != .none, spine != spineLocation else { return }
        if spine == .mid { isDoubleSided = true }
        spineLocation = spine
        if spine != .mid, pages.count > 1 { set([pages[0]], .forward, false, nil) }
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
