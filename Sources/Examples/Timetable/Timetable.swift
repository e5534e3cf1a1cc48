import Tilework

/// A train that leaves.
struct Departure {
    var time: String
    var town: String
    var platform: Int
    var isDelayed = false

    static let towns = ["Amsterdam", "Basel", "Copenhagen", "Dresden", "Edinburgh", "Florence", "Geneva"]
    static let today = zip(0..., towns).map {
        let time = "\(8 + $0 / 2):\($0 % 2 == 0 ? "07" : "37")"
        return Departure(time: time, town: $1, platform: $0 * 5 % 9 + 1, isDelayed: $0 == 3)
    }
}

extension UIView {
    /// Fills it with a stack, up to margins.
    func fill(with stack: UIStackView) {
        stack.translatesAutoresizingMaskIntoConstraints = false
        addSubview(stack)
        for format in ["H:|-16-[stack]-16-|", "V:|-8-[stack]-8-|"] {
            addConstraints(NSLayoutConstraint.constraints(withVisualFormat: format, views: ["stack": stack]))
        }
    }
}

/// Rows, one below the other, that scroll.
final class RowList: UIScrollView {
    private let stack = UIStackView()

    convenience init(_ rows: [Row]) {
        self.init(frame: .zero)
        (backgroundColor, alwaysBounceVertical) = (.systemGroupedBackground, true)
        (restorationIdentifier, stack.axis, stack.spacing) = ("rows", .vertical, 8)
        fill(with: stack)
        stack.widthAnchor.constraint(equalTo: frameLayoutGuide.widthAnchor, constant: -32).isActive = true
        show(rows)
    }

    func show(_ rows: [Row]) {
        stack.arrangedSubviews.forEach { $0.removeFromSuperview() }
        rows.forEach(stack.addArrangedSubview)
    }
}

/// A line of a list: a title, and what belongs to it at the other side.
final class Row: UIControl {
    convenience init(_ title: String, _ other: UIView, action: (() -> Void)? = nil) {
        self.init(frame: .zero)
        (backgroundColor, layer.cornerRadius) = (.secondarySystemGroupedBackground, 10)
        let label = UILabel()
        label.text = title
        let stack = UIStackView(arrangedSubviews: [label, other])
        (stack.alignment, stack.spacing, stack.isUserInteractionEnabled) = (.center, 12, action == nil)
        other.setContentHuggingPriority(.required, for: .horizontal)
        fill(with: stack)
        heightAnchor.constraint(greaterThanOrEqualToConstant: 52).isActive = true
        if let action { addAction(UIAction { _ in action() }, for: .touchUpInside) }
        // A row that is one button is one accessibility element.
        (isAccessibilityElement, accessibilityTraits) = (action != nil, action == nil ? [] : .button)
        accessibilityLabel = [title, (other as? UILabel)?.text].compactMap { $0 }.joined(separator: ", ")
        if !(other is UILabel) { other.accessibilityLabel = title }
    }

    convenience init(_ title: String, _ detail: String, isAlert: Bool = false, action: (() -> Void)? = nil) {
        let label = UILabel()
        (label.text, label.textColor) = (detail, isAlert ? .systemRed : .secondaryLabel)
        label.font = .preferredFont(forTextStyle: .subheadline)
        self.init(title, label, action: action)
    }

    override var isHighlighted: Bool {
        didSet { backgroundColor = isHighlighted ? .systemGray4 : .secondarySystemGroupedBackground }
    }
}

/// Screen 1: what leaves.
final class DepartureList: UIViewController {
    private var departures = Departure.today { didSet { (view as? RowList)?.show(rows) } }

    private var rows: [Row] {
        departures.enumerated().map { index, departure in
            let remark = departure.isDelayed ? "delayed" : "platform \(departure.platform)"
            return Row("\(departure.time)  \(departure.town)", remark, isAlert: departure.isDelayed) {
                [unowned self] in open(index)
            }
        }
    }

    override func loadView() {
        title = "Departures"
        let adding = UIAction { [unowned self] _ in add() }
        navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add, primaryAction: adding)
        view = RowList(rows)
    }

    private func open(_ index: Int) {
        show(DepartureDetails(departures[index]) { [unowned self] in departures.remove(at: index) }, sender: nil)
    }

    private func add() {
        let form = DepartureForm()
        form.done = { [unowned self] in departures.append($0) }
        let sheet = UINavigationController(rootViewController: form)
        sheet.sheetPresentationController?.detents = [.medium(), .large()]
        sheet.sheetPresentationController?.prefersGrabberVisible = true
        present(sheet, animated: true)
    }
}

/// Screen 2: one of them.
final class DepartureDetails: UIViewController, UIViewControllerRestoration {
    private var (departure, delete) = (Departure.today[0], {})

    convenience init(_ departure: Departure, delete: @escaping () -> Void) {
        self.init(nibName: nil, bundle: nil)
        (self.departure, self.delete) = (departure, delete)
        (restorationIdentifier, restorationClass) = ("details", DepartureDetails.self)
        title = departure.town
        navigationItem.largeTitleDisplayMode = .never
        let asking = UIAction { [unowned self] _ in ask() }
        navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .trash, primaryAction: asking)
    }

    override func loadView() {
        let remark = departure.isDelayed ? "delayed" : "on time"
        view = RowList([Row("Time", departure.time), Row("Platform", "\(departure.platform)"), Row("Remark", remark)])
    }

    /// Restores the details by their train's town: each train of the day has a different one.
    static func viewController(withRestorationIdentifierPath path: [String], coder: NSCoder) -> UIViewController? {
        let town = coder.decodeObject(of: NSString.self, forKey: "town") as String?
        return Departure.today.first { $0.town == town }.map { DepartureDetails($0) {} }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(departure.town as NSString, forKey: "town")
    }

    private func ask() {
        let alert = UIAlertController(
            title: "Cancel this train?", message: "\(departure.time) to \(departure.town)", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Keep", style: .cancel))
        let cancel = UIAlertAction(title: "Cancel It", style: .destructive) { [unowned self] _ in
            delete()
            navigationController?.popViewController(animated: true)
        }
        alert.addAction(cancel)
        present(alert, animated: true)
    }
}

/// Screen 3, in a sheet: a form.
final class DepartureForm: UIViewController {
    var done: (Departure) -> Void = { _ in }
    private let (town, platform, delayed) = (UITextField(), UIStepper(), UISwitch())

    override func loadView() {
        title = "New Departure"
        let cancel = UIAction { [unowned self] _ in dismiss(animated: true) }
        navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .cancel, primaryAction: cancel)
        let save = UIAction { [unowned self] _ in
            done(
                Departure(time: "12:15", town: town.text ?? "", platform: Int(platform.value), isDelayed: delayed.isOn))
            dismiss(animated: true)
        }
        navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .save, primaryAction: save)
        (town.placeholder, town.textAlignment, town.returnKeyType) = ("Town", .right, .done)
        town.widthAnchor.constraint(equalToConstant: 200).isActive = true
        town.addAction(UIAction { [town] _ in town.resignFirstResponder() }, for: .editingDidEndOnExit)
        (platform.minimumValue, platform.maximumValue, platform.value) = (1, 12, 4)
        view = RowList([Row("To", town), Row("Platform", platform), Row("Delayed", delayed)])
    }
}

/// Screen 4: the network on tiles.
final class NetworkMap: UIViewController {
    private final class Lines: UIView {
        override class var layerClass: AnyClass { CATiledLayer.self }

        override func draw(_ rect: CGRect) {
            for (number, departure) in Departure.today.enumerated() {
                let stop = CGPoint(x: 120 + CGFloat(number * 173 % 700), y: 120 + CGFloat(number * 311 % 900))
                let line = UIBezierPath()
                line.move(to: CGPoint(x: 500, y: 600))
                line.addLine(to: stop)
                line.lineWidth = 6
                [UIColor.systemBlue, .systemOrange, .systemGreen][number % 3].set()
                line.stroke()
                UIBezierPath(ovalIn: CGRect(x: stop.x - 9, y: stop.y - 9, width: 18, height: 18)).fill()
                departure.town.draw(
                    at: CGPoint(x: stop.x + 14, y: stop.y - 10),
                    withAttributes: [.font: UIFont.systemFont(ofSize: 17), .foregroundColor: UIColor.label])
            }
        }
    }

    override func loadView() {
        title = "Map"
        let (scroll, lines) = (UIScrollView(), Lines(frame: CGRect(x: 0, y: 0, width: 1000, height: 1200)))
        (scroll.backgroundColor, scroll.restorationIdentifier) = (.systemBackground, "network")
        scroll.addSubview(lines)
        (scroll.contentSize, view) = (lines.bounds.size, scroll)
    }
}

/// Screen 5: how it looks.
final class Settings: UIViewController {
    override func loadView() {
        title = "Settings"
        let dark = UISwitch()
        let turn = UIAction { [unowned self] _ in view.window?.overrideUserInterfaceStyle = dark.isOn ? .dark : .light }
        dark.addAction(turn, for: .valueChanged)
        view = RowList([Row("Dark", dark), Row("Trains today", "\(Departure.today.count)")])
    }
}

/// A clock in the upper right corner that a timer sets each second, for `Perf/bench-controllers --timers`.
final class SecondHand: UILabel {
    static let isOn = ProcessInfo.processInfo.environment["TIMETABLE_SECONDS"] == "1"
    private var timer: Timer?
    private var seconds = 0

    override func didMoveToWindow() {
        timer?.invalidate()
        guard window != nil else { return }
        (font, textAlignment) = (.monospacedDigitSystemFont(ofSize: 9, weight: .regular), .right)
        // UIKit and the timer call on the main thread only.
        nonisolated(unsafe) weak let label = self
        timer = .scheduledTimer(withTimeInterval: 1, repeats: true) { _ in label?.tick() }
    }

    private func tick() {
        seconds += 1
        text = "\(seconds)"
    }

    deinit { timer?.invalidate() }
}

@main enum Timetable: ViewProgram {
    private static func tabs() -> UITabBarController {
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "tabs"
        tabs.viewControllers = [
            tab("Departures", .recents, showing: DepartureList()), tab("Map", .search, showing: NetworkMap()),
            tab("Settings", .more, showing: Settings()),
        ]
        if SecondHand.isOn {
            let hand = SecondHand(frame: CGRect(x: tabs.view.bounds.width - 34, y: 2, width: 30, height: 12))
            hand.autoresizingMask = .flexibleLeftMargin
            tabs.view.addSubview(hand)
        }
        return tabs
    }

    static func tab(_ title: String, _ item: UITabBarItem.SystemItem, showing screen: UIViewController)
        -> UIViewController
    {
        let navigation = UINavigationController(rootViewController: screen)
        navigation.tabBarItem = UITabBarItem(tabBarSystemItem: item, tag: 0)
        (navigation.tabBarItem.title, navigation.navigationBar.prefersLargeTitles) = (title, true)
        // State restoration brings a returning viewer back to these controllers.
        (navigation.restorationIdentifier, screen.restorationIdentifier) = (title, "\(title) list")
        return navigation
    }

    static func app(followsViewer: Bool = false) -> ViewSource<UIView> {
        ViewSource(tabs(), size: CGSize(width: 390, height: 760), followsViewer: followsViewer, scale: 2)
    }
    static let content = app()
    static var ownContent: (@Sendable () -> ViewSource<UIView>)? { { app(followsViewer: true) } }

    /// The controllers that traces show, push and present, by name.
    static let controllers: [String: @Sendable () -> UIViewController] = [
        "app": { tabs() }, "details": { DepartureDetails(Departure.today[0]) {} }, "form": { DepartureForm() },
    ]
}
