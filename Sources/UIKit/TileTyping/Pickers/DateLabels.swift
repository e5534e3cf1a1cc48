import Foundation
import TileDrawing
import TileViews

/// The labels of a compact date picker: the day and the time. Each opens a panel for choosing it.
final class DateLabels: UIView, ViewPart {
    enum Part { case day, time }

    private static let height: CGFloat = 34
    private static let spacing: CGFloat = 6

    var open: (Part) -> Void = { _ in }
    private let day = DatePill()
    private let time = DatePill()

    init() {
        super.init(frame: .zero)
        for view in [day, time] { addSubview(view) }
        day.addAction(UIAction { [unowned self] _ in self.open(.day) }, for: .touchUpInside)
        time.addAction(UIAction { [unowned self] _ in self.open(.time) }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ look: DateLook) {
        day.isHidden = look.mode == .time
        time.isHidden = look.mode == .date
        day.text = look.text(look.date, template: "yMMMd")
        time.text = look.text(look.date, template: "jmm")
        setNeedsLayout()
    }

    private var pills: [DatePill] { [day, time].filter { !$0.isHidden } }

    var wantedSize: CGSize {
        let widths = pills.map(\.wantedWidth)
        return CGSize(
            width: widths.reduce(0, +) + Self.spacing * CGFloat(max(0, widths.count - 1)), height: Self.height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        var x: CGFloat = 0
        for pill in pills {
            let width = pill.wantedWidth
            pill.frame = CGRect(
                x: isRightToLeft ? bounds.maxX - x - width : bounds.minX + x, y: bounds.midY - Self.height / 2,
                width: width, height: Self.height)
            x += width + Self.spacing
        }
    }
}

/// A label that can be pressed.
final class DatePill: UIControl, ViewPart {
    private let label = UILabel()

    init() {
        super.init(frame: .zero)
        label.font = .systemFont(ofSize: 17)
        label.textAlignment = .center
        addSubview(label)
        backgroundColor = .tertiarySystemFill
        layer.cornerRadius = 6
    }

    required init?(coder: NSCoder) { nil }

    var text: String? {
        get { label.text }
        set { label.text = newValue }
    }

    var wantedWidth: CGFloat { label.sizeThatFits(.zero).width + 22 }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds
        label.textColor = isHighlighted ? .secondaryLabel : .label
    }
}

/// The panel of a compact date picker over its window, with a calendar or wheels. A touch outside closes it.
final class DatePanel: UIControl, ViewPart {
    let part: DateLabels.Part
    var close: () -> Void = {}
    private let card = UIView()
    private let calendarView = CalendarView()
    private let wheels = DateWheels()
    private weak var anchor: UIView?

    init(_ part: DateLabels.Part, over anchor: UIView, minuteInterval: Int, choose: @escaping (Date) -> Void) {
        self.part = part
        self.anchor = anchor
        super.init(frame: .zero)
        card.backgroundColor = .secondarySystemGroupedBackground
        card.layer.cornerRadius = 13
        card.layer.shadowOpacity = 0.2
        card.layer.shadowRadius = 24
        card.layer.shadowOffset = CGSize(width: 0, height: 8)
        addSubview(card)
        card.addSubview(part == .day ? calendarView : wheels)
        wheels.minuteInterval = minuteInterval
        calendarView.change = choose
        wheels.change = choose
        addAction(UIAction { [unowned self] _ in self.close() }, for: .touchDown)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ look: DateLook, duration: TimeInterval, animated: Bool) {
        var look = look
        if part == .day { return calendarView.show(look) }
        look.mode = .time
        wheels.show(look, duration: duration, animated: animated)
    }

    func show(in window: UIWindow) {
        frame = window.bounds
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        window.addSubview(self)
    }

    func follow(_ view: UIView) { setNeedsLayout() }

    /// Positions the card below the anchor, or above it if there isn't enough space, and always within the window.
    override func layoutSubviews() {
        super.layoutSubviews()
        guard let anchor else { return }
        let room = bounds.inset(by: safeAreaInsets).insetBy(dx: 8, dy: 8)
        let wanted =
            part == .day ? CGSize(width: 320, height: calendarView.wantedHeight) : CGSize(width: 220, height: 200)
        let size = CGSize(width: min(wanted.width, room.width), height: min(wanted.height, room.height))
        let place = anchor.convert(anchor.bounds, to: self)
        let below = place.maxY + 8
        let y = below + size.height <= room.maxY ? below : max(room.minY, min(place.minY - 8, room.maxY) - size.height)
        let x = min(max(room.minX, place.midX - size.width / 2), room.maxX - size.width)
        card.frame = CGRect(x: x, y: y, width: size.width, height: size.height)
        for view in [calendarView, wheels] as [UIView] { view.frame = card.bounds }
    }
}
