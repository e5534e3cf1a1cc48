public import Foundation
import TileDrawing
public import TileViews

/// A control for choosing a day, a time, both, or a duration, with wheels, a calendar, or labels that open these.
///
/// Dates are clamped to the limits. Limits in the wrong order are ignored.
open class UIDatePicker: UIControl {
    public enum Mode: Int, Hashable, Sendable {
        case time = 0
        case date = 1
        case dateAndTime = 2
        case countDownTimer = 3
        case yearAndMonth = 4269
    }

    final let wheels = DateWheels()
    final let calendarView = CalendarView()
    final let labels = DateLabels()
    private final var chosen = Date(timeIntervalSinceReferenceDate: 0)
    private final var chosenDuration: TimeInterval = 60

    public override init(frame: CGRect) {
        super.init(frame: frame)
        build()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        for view in subviews { view.removeFromSuperview() }
        build()
        if let mode = coder.archivedCase(Key.mode, Mode.self) { datePickerMode = mode }
        if let seconds = coder.archivedLength(Key.date) { date = Date(timeIntervalSinceReferenceDate: Double(seconds)) }
        if let interval = coder.archivedInteger(Key.interval) { minuteInterval = interval }
        coder.settle(self, as: UIDatePicker.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(datePickerMode.rawValue, forKey: Key.mode)
        coder.encode(date.timeIntervalSinceReferenceDate, forKey: Key.date)
        coder.encode(minuteInterval, forKey: Key.interval)
    }

    private enum Key {
        static let mode = "UIDatePickerMode"
        static let date = "UIDate"
        static let interval = "UIMinuteInterval"
    }

    private final func build() {
        chosen = Date()
        for view in [wheels, calendarView, labels] as [UIView] { addSubview(view) }
        wheels.change = { [unowned self] in self.choose($0) }
        wheels.changeDuration = { [unowned self] in self.chooseDuration($0) }
        calendarView.change = { [unowned self] in self.choose($0) }
        labels.open = { [unowned self] part in self.openPanel(part) }
        update()
    }

    // MARK: Selection

    open var datePickerMode = Mode.dateAndTime { didSet { noteKind() } }

    open var date: Date {
        get { chosen }
        set { setDate(newValue, animated: false) }
    }

    open func setDate(_ date: Date, animated: Bool) {
        chosen = within(date)
        update(animated: animated && window != nil)
    }

    open var minimumDate: Date? { didSet { setDate(chosen, animated: false) } }
    open var maximumDate: Date? { didSet { setDate(chosen, animated: false) } }

    /// The duration in `countDownTimer` mode, in seconds. It is rounded to whole minutes, from 1 minute to 23 hours and
    /// 59 minutes.
    open var countDownDuration: TimeInterval {
        get { chosenDuration }
        set {
            let seconds = newValue.isFinite ? newValue : 0
            chosenDuration = min(max(60, (seconds / 60).rounded(.down) * 60), 24 * 3600 - 60)
            update()
        }
    }

    /// The minute interval: a divisor of 60 up to 30. Other values are ignored.
    open var minuteInterval: Int {
        get { wheels.minuteInterval }
        set {
            guard (1...30).contains(newValue), 60 % newValue == 0 else { return }
            wheels.minuteInterval = newValue
            update()
        }
    }
    open var roundsToMinuteInterval = true { didSet { update() } }

    open var locale: Locale? { didSet { update() } }
    open var calendar: Calendar! = Calendar.current { didSet { update() } }
    open var timeZone: TimeZone? { didSet { update() } }

    // MARK: Style

    open var preferredDatePickerStyle = UIDatePickerStyle.automatic { didSet { noteKind() } }
    open var datePickerStyle: UIDatePickerStyle {
        switch (preferredDatePickerStyle, datePickerMode) {
        case (_, .countDownTimer), (_, .yearAndMonth): .wheels
        case (.automatic, _): .compact
        case (.inline, .time): .wheels
        case (let style, _): style
        }
    }

    private final func noteKind() {
        closePanel()
        invalidateIntrinsicContentSize()
        update()
    }

    // MARK: Changes

    /// The calendar with the picker's locale and time zone.
    final var shownCalendar: Calendar {
        var calendar = calendar ?? .current
        if let locale { calendar.locale = locale }
        if let timeZone { calendar.timeZone = timeZone }
        return calendar
    }

    private final func within(_ date: Date) -> Date {
        guard date.timeIntervalSinceReferenceDate.isFinite else { return chosen }
        // The limits of calendar calculations.
        var date = min(
            max(date, Date(timeIntervalSinceReferenceDate: -6e10)), Date(timeIntervalSinceReferenceDate: 2e11))
        if let minimumDate, let maximumDate, minimumDate > maximumDate { return date }
        if let minimumDate { date = max(date, minimumDate) }
        if let maximumDate { date = min(date, maximumDate) }
        return date
    }

    private final func choose(_ date: Date) {
        let date = within(date)
        guard date != chosen else { return update(animated: true) }
        chosen = date
        update(animated: true)
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    private final func chooseDuration(_ seconds: TimeInterval) {
        countDownDuration = seconds
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    final func update(animated: Bool = false) {
        let style = datePickerStyle
        (wheels.isHidden, calendarView.isHidden) = (style != .wheels, style != .inline)
        labels.isHidden = style != .compact
        let look = DateLook(
            calendar: shownCalendar, locale: locale ?? calendar?.locale ?? .current, mode: datePickerMode, date: chosen,
            minimum: minimumDate, maximum: maximumDate)
        switch style {
        case .wheels: wheels.show(look, duration: chosenDuration, animated: animated)
        case .inline: calendarView.show(look)
        default:
            labels.show(look)
            panel?.show(look, duration: chosenDuration, animated: animated)
        }
        setNeedsLayout()
    }

    // MARK: Panel

    final var panel: DatePanel?

    private final func openPanel(_ part: DateLabels.Part) {
        if let panel {
            closePanel()
            if panel.part == part { return }
        }
        guard let window else { return }
        let panel = DatePanel(part, over: self, minuteInterval: minuteInterval) { [weak self] in self?.choose($0) }
        panel.close = { [weak self] in self?.closePanel() }
        self.panel = panel
        panel.show(in: window)
        sendActions(for: .editingDidBegin)
        update()
    }

    private final func closePanel() {
        guard let panel else { return }
        self.panel = nil
        panel.removeFromSuperview()
        sendActions(for: .editingDidEnd)
    }

    open override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        if newWindow !== window { closePanel() }
    }

    // MARK: Layout

    open override var intrinsicContentSize: CGSize {
        switch datePickerStyle {
        case .wheels: CGSize(width: 320, height: 216)
        case .inline: CGSize(width: 320, height: calendarView.wantedHeight)
        default: labels.wantedSize
        }
    }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        for view in [wheels, calendarView, labels] as [UIView] { view.frame = bounds }
        panel?.follow(self)
    }

    open override var isEnabled: Bool {
        get { super.isEnabled }
        set {
            super.isEnabled = newValue
            for view in [wheels, calendarView, labels] as [UIView] { view.isUserInteractionEnabled = newValue }
            alpha = newValue ? 1 : 0.5
        }
    }
}

/// The style of a date picker. The raw values are UIKit's.
public enum UIDatePickerStyle: Int, Hashable, Sendable {
    case automatic = 0
    case wheels = 1
    case compact = 2
    case inline = 3
}
