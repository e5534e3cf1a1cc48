import Foundation
import TileDrawing
import TileViews

/// A view for choosing a day of a month, with buttons for the adjacent months.
final class CalendarView: UIView, ViewPart {
    private static let headerHeight: CGFloat = 44
    private static let weekdayHeight: CGFloat = 20
    private static let rowHeight: CGFloat = 44
    private static let margin: CGFloat = 16

    var change: (Date) -> Void = { _ in }
    private var look: DateLook?
    /// The first day of the visible month.
    private var month = Date(timeIntervalSinceReferenceDate: 0)
    private let title = UILabel()
    private let back = MonthArrow(isForward: false)
    private let forward = MonthArrow(isForward: true)
    private var weekdays: [UILabel] = []
    private var days: [DayButton] = []

    init() {
        super.init(frame: .zero)
        title.font = .systemFont(ofSize: 17, weight: .semibold)
        for view in [title, back, forward] { addSubview(view) }
        back.addAction(UIAction { [unowned self] _ in self.turn(by: -1) }, for: .touchUpInside)
        forward.addAction(UIAction { [unowned self] _ in self.turn(by: 1) }, for: .touchUpInside)
        for _ in 0..<7 {
            let label = UILabel()
            label.font = .systemFont(ofSize: 13, weight: .semibold)
            label.textColor = .tertiaryLabel
            label.textAlignment = .center
            weekdays.append(label)
            addSubview(label)
        }
        for _ in 0..<42 {
            let button = DayButton()
            button.addAction(
                UIAction { [unowned self, unowned button] _ in self.choose(button.day) }, for: .touchUpInside)
            days.append(button)
            addSubview(button)
        }
    }

    required init?(coder: NSCoder) { nil }

    var wantedHeight: CGFloat { Self.headerHeight + Self.weekdayHeight + 6 * Self.rowHeight + Self.margin / 2 }

    func show(_ look: DateLook) {
        let isOther = self.look?.date != look.date || self.look?.calendar != look.calendar
        self.look = look
        if isOther { month = firstOfMonth(look.date) }
        fill()
    }

    private func firstOfMonth(_ date: Date) -> Date {
        guard let look else { return date }
        return look.calendar.date(from: look.calendar.dateComponents([.era, .year, .month], from: date)) ?? date
    }

    private func turn(by months: Int) {
        guard let look, let next = look.calendar.date(byAdding: .month, value: months, to: month) else { return }
        month = next
        fill()
    }

    /// Chooses a day, keeping the chosen time.
    private func choose(_ day: Date?) {
        guard let look, let day else { return }
        let time = look.calendar.dateComponents([.hour, .minute, .second], from: look.date)
        var parts = look.calendar.dateComponents([.era, .year, .month, .day], from: day)
        (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.second)
        if let date = look.calendar.date(from: parts) { change(date) }
    }

    private func fill() {
        guard let look else { return }
        let calendar = look.calendar
        title.text = look.text(month, template: "MMMMyyyy")
        let symbols = look.shortWeekdays
        for (index, label) in weekdays.enumerated() where !symbols.isEmpty {
            label.text = symbols[(calendar.firstWeekday - 1 + index) % symbols.count]
        }
        let weekday = calendar.component(.weekday, from: month)
        let blank = (weekday - calendar.firstWeekday + 7) % 7
        let count = calendar.range(of: .day, in: .month, for: month)?.count ?? 30
        for (index, button) in days.enumerated() {
            let number = index - blank
            guard (0..<count).contains(number), let day = calendar.date(byAdding: .day, value: number, to: month) else {
                button.isHidden = true
                continue
            }
            button.isHidden = false
            button.show(
                day, number: number + 1, isChosen: calendar.isDate(day, inSameDayAs: look.date),
                isAllowed: look.allowsDay(day))
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let room = bounds.insetBy(dx: min(Self.margin, bounds.width / 2), dy: 0)
        func setFrame(of view: UIView, x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
            view.frame = CGRect(
                x: isRightToLeft ? room.maxX - x - width : room.minX + x, y: bounds.minY + y, width: width,
                height: height)
        }
        title.textAlignment = isRightToLeft ? .right : .left
        setFrame(of: title, x: 0, y: 0, width: max(0, room.width - 88), height: Self.headerHeight)
        setFrame(of: back, x: room.width - 88, y: 0, width: 44, height: Self.headerHeight)
        setFrame(of: forward, x: room.width - 44, y: 0, width: 44, height: Self.headerHeight)
        let column = room.width / 7
        for (index, label) in weekdays.enumerated() {
            setFrame(
                of: label, x: CGFloat(index) * column, y: Self.headerHeight, width: column, height: Self.weekdayHeight)
        }
        let top = Self.headerHeight + Self.weekdayHeight
        let height = max(0, min(Self.rowHeight, (bounds.height - top) / 6))
        for (index, button) in days.enumerated() {
            setFrame(
                of: button, x: CGFloat(index % 7) * column, y: top + CGFloat(index / 7) * height, width: column,
                height: height)
        }
    }
}

/// A day of a month.
final class DayButton: UIControl, ViewPart {
    private(set) var day: Date?
    private let disc = UIView()
    private let label = UILabel()
    private var isChosen = false

    init() {
        super.init(frame: .zero)
        disc.isUserInteractionEnabled = false
        label.textAlignment = .center
        for view in [disc, label] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    func show(_ day: Date, number: Int, isChosen: Bool, isAllowed: Bool) {
        self.day = day
        self.isChosen = isChosen
        isEnabled = isAllowed
        label.text = "\(number)"
        label.font = isChosen ? .systemFont(ofSize: 20, weight: .semibold) : .systemFont(ofSize: 20)
        updateColors()
    }

    private func updateColors() {
        disc.isHidden = !isChosen
        disc.backgroundColor = tintColor.withAlphaComponent(0.15)
        label.textColor = isChosen ? tintColor : isEnabled ? .label : .tertiaryLabel
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        updateColors()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let side = min(bounds.width, bounds.height)
        disc.frame = CGRect(x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
        disc.layer.cornerRadius = side / 2
        label.frame = bounds
    }
}

/// A button that shows the previous or the next month.
final class MonthArrow: UIControl, ViewPart {
    private let isForward: Bool

    init(isForward: Bool) {
        self.isForward = isForward
        super.init(frame: .zero)
        (isOpaque, contentMode) = (false, .redraw)
        accessibilityLabel = isForward ? "Next month" : "Previous month"
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        let isRight = isForward != (effectiveUserInterfaceLayoutDirection == .rightToLeft)
        let (tip, end): (CGFloat, CGFloat) = isRight ? (4, -4) : (-4, 4)
        let arrow = UIBezierPath()
        arrow.move(to: CGPoint(x: bounds.midX + end, y: bounds.midY - 8))
        arrow.addLine(to: CGPoint(x: bounds.midX + tip, y: bounds.midY))
        arrow.addLine(to: CGPoint(x: bounds.midX + end, y: bounds.midY + 8))
        arrow.lineWidth = 2.2
        arrow.lineCapStyle = .round
        arrow.lineJoinStyle = .round
        tintColor.withAlphaComponent(isHighlighted ? 0.4 : 1).setStroke()
        arrow.stroke()
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsDisplay()
    }
}
