import Tilework

/// A train that leaves.
struct Departure {
    var hour: Int
    var minute: Int
    var town: String
    var platform: Int
    var isDelayed = false

    var time: String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }

    static let today: [Departure] = ["Amsterdam", "Basel", "Copenhagen", "Dresden", "Edinburgh", "Florence", "Geneva"]
        .enumerated().map {
            Departure(hour: 8 + $0 / 2, minute: $0 % 2 * 30 + 7, town: $1, platform: $0 * 5 % 9 + 1, isDelayed: $0 == 3)
        }
}

extension UIViewController {
    /// A stack that scrolls.
    func scrollingStack(_ rows: [UIView]) -> UIScrollView {
        let scroll = UIScrollView()
        (scroll.backgroundColor, scroll.alwaysBounceVertical) = (.systemGroupedBackground, true)
        scroll.restorationIdentifier = "rows"
        let stack = UIStackView(arrangedSubviews: rows)
        (stack.axis, stack.spacing) = (.vertical, 8)
        stack.translatesAutoresizingMaskIntoConstraints = false
        scroll.addSubview(stack)
        let (content, width) = (scroll.contentLayoutGuide, scroll.frameLayoutGuide.widthAnchor)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: content.topAnchor, constant: 8),
            stack.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -8),
            stack.leadingAnchor.constraint(equalTo: content.leadingAnchor, constant: 16),
            stack.widthAnchor.constraint(equalTo: width, constant: -32),
        ])
        return scroll
    }
}

/// A line of a list: a title, and what belongs to it at the other side.
final class Row: UIControl {
    init(_ title: String, _ other: UIView, _ action: (() -> Void)? = nil) {
        super.init(frame: .zero)
        (backgroundColor, layer.cornerRadius) = (.secondarySystemGroupedBackground, 10)
        let label = UILabel()
        label.text = title
        let stack = UIStackView(arrangedSubviews: [label, other])
        (stack.alignment, stack.spacing) = (.center, 12)
        stack.isUserInteractionEnabled = action == nil
        stack.translatesAutoresizingMaskIntoConstraints = false
        other.setContentHuggingPriority(.required, for: .horizontal)
        addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
            stack.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
            stack.topAnchor.constraint(equalTo: topAnchor, constant: 8),
            stack.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -8),
            heightAnchor.constraint(greaterThanOrEqualToConstant: 52),
        ])
        if let action { addAction(UIAction { _ in action() }, for: .touchUpInside) }
        // What is pressed as one is read as one.
        guard action != nil else {
            if !(other is UILabel) { other.accessibilityLabel = title }
            return
        }
        (isAccessibilityElement, accessibilityTraits) = (true, .button)
        accessibilityLabel = [title, (other as? UILabel)?.text].compactMap { $0 }.joined(separator: ", ")
    }

    convenience init(_ title: String, _ detail: String, color: UIColor = .secondaryLabel, _ action: (() -> Void)? = nil)
    {
        let label = UILabel()
        (label.text, label.textColor) = (detail, color)
        label.font = .preferredFont(forTextStyle: .subheadline)
        self.init(title, label, action)
    }

    required init?(coder: NSCoder) { nil }

    override var isHighlighted: Bool {
        didSet { backgroundColor = isHighlighted ? .systemGray4 : .secondarySystemGroupedBackground }
    }
}

/// Screen 1: what leaves.
final class DepartureList: UIViewController {
    private var departures = Departure.today

    override func loadView() {
        title = "Departures"
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .add, primaryAction: UIAction { [unowned self] _ in add() })
        view = scrollingStack(
            departures.enumerated().map { index, departure in
                Row(
                    "\(departure.time)  \(departure.town)",
                    departure.isDelayed ? "delayed" : "platform \(departure.platform)",
                    color: departure.isDelayed ? .systemRed : .secondaryLabel
                ) { [unowned self] in open(index) }
            })
    }

    private func open(_ index: Int) {
        let details = DepartureDetails(departures[index]) { [unowned self] in
            departures.remove(at: index)
            view = nil
        }
        navigationController?.pushViewController(details, animated: true)
    }

    private func add() {
        let form = DepartureForm { [unowned self] departure in
            departures.append(departure)
            let list = DepartureList()
            list.departures = departures
            navigationController?.setViewControllers([list], animated: false)
        }
        let sheet = UINavigationController(rootViewController: form)
        sheet.sheetPresentationController?.detents = [.medium(), .large()]
        sheet.sheetPresentationController?.prefersGrabberVisible = true
        present(sheet, animated: true)
    }
}

/// Screen 2: one of them.
final class DepartureDetails: UIViewController, UIViewControllerRestoration {
    private let departure: Departure
    private let delete: () -> Void

    init(_ departure: Departure, delete: @escaping () -> Void) {
        (self.departure, self.delete) = (departure, delete)
        super.init(nibName: nil, bundle: nil)
        (restorationIdentifier, restorationClass) = ("details", DepartureDetails.self)
        title = departure.town
        navigationItem.largeTitleDisplayMode = .never
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .trash, primaryAction: UIAction { [unowned self] _ in ask() })
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        view = scrollingStack([
            Row("Time", departure.time), Row("Platform", "\(departure.platform)"),
            Row("Remark", departure.isDelayed ? "delayed" : "on time"),
        ])
    }

    /// By its town: each train of the day has its own.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
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
        alert.addAction(
            UIAlertAction(title: "Cancel It", style: .destructive) { [unowned self] _ in
                delete()
                navigationController?.popViewController(animated: true)
            })
        present(alert, animated: true)
    }
}

/// Screen 3, in a sheet: a form.
final class DepartureForm: UIViewController {
    private let done: (Departure) -> Void
    private let town = UITextField()
    private let platform = UIStepper()
    private let delayed = UISwitch()

    init(done: @escaping (Departure) -> Void) {
        self.done = done
        super.init(nibName: nil, bundle: nil)
        title = "New Departure"
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel, primaryAction: UIAction { [unowned self] _ in dismiss(animated: true) })
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .save, primaryAction: UIAction { [unowned self] _ in save() })
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        (town.placeholder, town.textAlignment, town.returnKeyType) = ("Town", .right, .done)
        town.widthAnchor.constraint(equalToConstant: 200).isActive = true
        town.addAction(UIAction { [town] _ in town.resignFirstResponder() }, for: .editingDidEndOnExit)
        (platform.minimumValue, platform.maximumValue, platform.value) = (1, 12, 4)
        view = scrollingStack([Row("To", town), Row("Platform", platform), Row("Delayed", delayed)])
    }

    private func save() {
        let name = town.text ?? ""
        done(Departure(hour: 12, minute: 15, town: name, platform: Int(platform.value), isDelayed: delayed.isOn))
        dismiss(animated: true)
    }
}

/// Screen 4: the network on tiles.
final class NetworkMap: UIViewController {
    private final class Lines: UIView {
        override class var layerClass: AnyClass { CATiledLayer.self }

        override func draw(_ rect: CGRect) {
            let stops = Departure.today.indices.map {
                CGPoint(x: 120 + CGFloat($0 * 173 % 700), y: 120 + CGFloat($0 * 311 % 900))
            }
            for (number, stop) in stops.enumerated() {
                let line = UIBezierPath()
                line.move(to: CGPoint(x: 500, y: 600))
                line.addLine(to: stop)
                line.lineWidth = 6
                [UIColor.systemBlue, .systemOrange, .systemGreen][number % 3].set()
                line.stroke()
                UIBezierPath(ovalIn: CGRect(x: stop.x - 9, y: stop.y - 9, width: 18, height: 18)).fill()
                Departure.today[number].town.draw(
                    at: CGPoint(x: stop.x + 14, y: stop.y - 10),
                    withAttributes: [.font: UIFont.systemFont(ofSize: 17), .foregroundColor: UIColor.label])
            }
        }
    }

    override func loadView() {
        title = "Map"
        let scroll = UIScrollView()
        (scroll.backgroundColor, scroll.restorationIdentifier) = (.systemBackground, "network")
        let lines = Lines(frame: CGRect(x: 0, y: 0, width: 1000, height: 1200))
        scroll.addSubview(lines)
        scroll.contentSize = lines.bounds.size
        view = scroll
    }
}

/// Screen 5: how it looks.
final class Settings: UIViewController {
    override func loadView() {
        title = "Settings"
        let dark = UISwitch()
        dark.addAction(
            UIAction { [unowned self] _ in
                view.window?.overrideUserInterfaceStyle = dark.isOn ? .dark : .light
            }, for: .valueChanged)
        view = scrollingStack([Row("Dark", dark), Row("Trains today", "\(Departure.today.count)")])
    }
}

@main enum Timetable: ViewProgram {
    private static func tabs() -> UITabBarController {
        let screens: [(UIViewController, UITabBarItem.SystemItem, String)] = [
            (DepartureList(), .recents, "Departures"), (NetworkMap(), .search, "Map"), (Settings(), .more, "Settings"),
        ]
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "tabs"
        tabs.viewControllers = screens.map { screen, item, title in
            let navigation = UINavigationController(rootViewController: screen)
            navigation.navigationBar.prefersLargeTitles = true
            navigation.tabBarItem = UITabBarItem(tabBarSystemItem: item, tag: 0)
            navigation.tabBarItem.title = title
            // What a viewer is to find again who comes back later.
            (navigation.restorationIdentifier, screen.restorationIdentifier) = (title, "\(title) list")
            return navigation
        }
        return tabs
    }

    static func app(followsViewer: Bool = false) -> ViewSource<UIView> {
        ViewSource(tabs(), size: CGSize(width: 390, height: 760), followsViewer: followsViewer, scale: 2)
    }
    static let content = app()
    static var ownContent: (@Sendable () -> ViewSource<UIView>)? { { app(followsViewer: true) } }

    /// What traces show, push and present.
    static let controllers: [String: @Sendable () -> UIViewController] = [
        "app": { tabs() }, "details": { DepartureDetails(Departure.today[0]) {} }, "form": { DepartureForm { _ in } },
    ]
}
