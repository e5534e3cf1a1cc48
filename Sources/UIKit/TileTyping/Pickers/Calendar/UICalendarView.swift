public import Foundation
public import TileDrawing
import TileGraphics
public import TileViews

/// A month of a calendar, in which days can be chosen and have decorations.
///
///     let view = UICalendarView()
///     view.selectionBehavior = UICalendarSelectionSingleDate(delegate: self)
///     view.delegate = self
///
/// Buttons and swipes lead to the months before and after.
open class UICalendarView: UIView {
    private static let headerHeight: CGFloat = 44
    private static let weekdayHeight: CGFloat = 20
    private static let margin: CGFloat = 16
    private static let rows = 6

    private final let title = UILabel()
    private final let back = MonthArrow(isForward: false)
    private final let forward = MonthArrow(isForward: true)
    private final var weekdays: [UILabel] = []
    private final var cells: [CalendarDayCell] = []
    /// The first day of the visible month.
    private final var month = Date()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        build()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        for view in subviews { view.removeFromSuperview() }
        build()
    }

    private func build() {
        for view in [title, back, forward] { addSubview(view) }
        title.accessibilityTraits = [.staticText, .header]
        back.addAction(UIAction { [unowned self] _ in turn(by: -1) }, for: .touchUpInside)
        forward.addAction(UIAction { [unowned self] _ in turn(by: 1) }, for: .touchUpInside)
        for _ in 0..<7 {
            let label = UILabel()
            label.textColor = .tertiaryLabel
            label.textAlignment = .center
            weekdays.append(label)
            addSubview(label)
        }
        for _ in 0..<7 * Self.rows {
            let cell = CalendarDayCell(frame: .zero)
            cell.addAction(UIAction { [unowned self, unowned cell] _ in tap(cell.day) }, for: .touchUpInside)
            cells.append(cell)
            addSubview(cell)
        }
        for direction in [UISwipeGestureRecognizer.Direction.left, .right] {
            let swipe = UISwipeGestureRecognizer()
            swipe.direction = direction
            swipe.addAction(
                UIAction { [unowned self] _ in turn(by: (direction == .left) != isRightToLeft ? 1 : -1) })
            addGestureRecognizer(swipe)
        }
        month = firstOfMonth(limited(Date()))
        fill()
    }

    // MARK: Calendar

    /// The calendar of the days. Its first weekday and its time zone apply.
    open var calendar = Calendar.current { didSet { calendarDidChange(from: oldValue) } }
    /// The language of the texts.
    open var locale = Locale.current { didSet { fill() } }
    /// The time zone; nil for that of the calendar.
    open var timeZone: TimeZone? { didSet { if timeZone != oldValue { calendarDidChange(from: calendar) } } }
    /// The design of the system font in which texts are shown.
    open var fontDesign = UIFontDescriptor.SystemDesign.default { didSet { fill() } }

    private func calendarDidChange(from old: Calendar) {
        // The month that contains the middle of the old one.
        let middle = old.date(byAdding: .day, value: 14, to: month) ?? month
        month = firstOfMonth(middle)
        fill()
    }

    /// The calendar with the locale and the time zone.
    private var shownCalendar: Calendar {
        var shown = calendar
        shown.locale = locale
        if let timeZone { shown.timeZone = timeZone }
        return shown
    }

    private func firstOfMonth(_ date: Date) -> Date {
        let calendar = shownCalendar
        return calendar.date(from: calendar.dateComponents([.era, .year, .month], from: date)) ?? date
    }

    // MARK: Visible month

    /// The dates that can be shown and chosen. Months without such a date are not reached.
    open var availableDateRange = DateInterval(start: .distantPast, end: .distantFuture) {
        didSet {
            month = firstOfMonth(limited(month))
            fill()
        }
    }

    /// Returns the date of the available range that is nearest to a date. The end of the range is not part of it.
    private func limited(_ date: Date) -> Date {
        let end = max(availableDateRange.start, availableDateRange.end.addingTimeInterval(-1))
        return min(max(date, availableDateRange.start), end)
    }

    /// The era, year and month that is visible, with the calendar.
    open var visibleDateComponents: DateComponents {
        get {
            let calendar = shownCalendar
            var parts = calendar.dateComponents([.era, .year, .month], from: month)
            parts.calendar = calendar
            return parts
        }
        set { setVisibleDateComponents(newValue, animated: false) }
    }

    /// Shows the month of a date. Components that are not a date have no effect.
    open func setVisibleDateComponents(_ dateComponents: DateComponents, animated: Bool) {
        reveal(dateComponents)
    }

    /// Shows the month of a date.
    final func reveal(_ components: DateComponents) {
        let calendar = shownCalendar
        var parts = DateComponents()
        (parts.era, parts.year, parts.month) = (components.era, components.year, components.month)
        parts.isLeapMonth = components.isLeapMonth
        // Calendar calculations have limits.
        guard let year = parts.year, abs(Double(year)) < 1e5, abs(Double(parts.month ?? 1)) < 1e4,
            let date = calendar.date(from: parts), date.timeIntervalSinceReferenceDate.isFinite
        else { return }
        show(date)
    }

    private func turn(by months: Int) {
        guard let next = shownCalendar.date(byAdding: .month, value: months, to: month), canShow(next) else { return }
        show(next)
    }

    private func canShow(_ first: Date) -> Bool {
        guard let next = shownCalendar.date(byAdding: .month, value: 1, to: first) else { return false }
        return next > availableDateRange.start && first < availableDateRange.end
    }

    private func show(_ date: Date) {
        let first = firstOfMonth(canShow(firstOfMonth(date)) ? date : limited(date))
        guard first != month else { return }
        let previous = visibleDateComponents
        month = first
        fill()
        delegate?.calendarView(self, didChangeVisibleDateComponentsFrom: previous)
    }

    // MARK: Selection and decorations

    /// The days that are chosen; nil if none can be chosen.
    open var selectionBehavior: UICalendarSelection? {
        didSet {
            if oldValue?.view === self { oldValue?.view = nil }
            selectionBehavior?.view = self
            if let single = selectionBehavior as? UICalendarSelectionSingleDate, let day = single.selectedDate {
                reveal(day)
            }
            fill()
        }
    }

    open weak var delegate: (any UICalendarViewDelegate)? { didSet { fill() } }

    /// A Boolean value that indicates whether there is room for decorations below the days.
    open var wantsDateDecorations = true {
        didSet {
            guard wantsDateDecorations != oldValue else { return }
            invalidateIntrinsicContentSize()
            fill()
        }
    }

    /// Asks the delegate again for the decorations of days.
    open func reloadDecorations(forDateComponents dateComponents: [DateComponents], animated: Bool) {
        guard !needsFill else { return }
        let texts = texts
        for cell in cells where !cell.isHidden {
            guard let day = cell.day, dateComponents.contains(where: day.isDay(of:)) else { continue }
            show(day, in: cell, texts: texts)
        }
    }

    private func tap(_ day: CalendarDay?) {
        guard let day, let selectionBehavior, selectionBehavior.allows(day) else { return }
        selectionBehavior.tap(day)
    }

    // MARK: Content

    /// Returns a font of the design. Fonts follow the preferred text size as far as there is room for the days.
    private func font(_ size: CGFloat, _ weight: UIFont.Weight, growth: CGFloat = 1.3) -> UIFont {
        var font = UIFont.systemFont(ofSize: size, weight: weight)
        if fontDesign != .default, let descriptor = font.fontDescriptor.withDesign(fontDesign) {
            font = UIFont(descriptor: descriptor, size: size)
        }
        return UIFontMetrics.default.scaledFont(
            for: font, maximumPointSize: size * growth, compatibleWith: traitCollection)
    }

    private func formatter(_ template: String) -> DateFormatter {
        let (formatter, calendar) = (DateFormatter(), shownCalendar)
        (formatter.calendar, formatter.timeZone, formatter.locale) = (calendar, calendar.timeZone, locale)
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter
    }

    /// The formatters and fonts shared by all days.
    private struct DayTexts {
        let number: NumberFormatter
        let label: DateFormatter
        let font: UIFont
        let chosenFont: UIFont
    }

    private var texts: DayTexts {
        let number = NumberFormatter()
        number.locale = locale
        return DayTexts(
            number: number, label: formatter("EEEEdMMMM"), font: font(20, .regular), chosenFont: font(20, .semibold))
    }

    /// Whether the labels and days are those of an earlier month or of other settings.
    private final var needsFill = true

    /// Marks the labels and days as outdated. They are filled at the next layout.
    final func fill() {
        needsFill = true
        setNeedsLayout()
    }

    private func fillNow() {
        needsFill = false
        let calendar = shownCalendar
        title.font = font(17, .semibold)
        title.text = formatter("MMMMyyyy").string(from: month)
        let symbols = calendar.shortStandaloneWeekdaySymbols
        for (index, label) in weekdays.enumerated() where !symbols.isEmpty {
            label.font = font(13, .semibold, growth: 1)
            label.text = symbols[(calendar.firstWeekday - 1 + index) % symbols.count].uppercased(with: locale)
        }
        for (button, step) in [(back, -1), (forward, 1)] {
            let next = calendar.date(byAdding: .month, value: step, to: month)
            button.isEnabled = next.map(canShow) ?? false
            button.alpha = button.isEnabled ? 1 : 0.3
        }
        let blank = (calendar.component(.weekday, from: month) - calendar.firstWeekday + 7) % 7
        let count = calendar.range(of: .day, in: .month, for: month)?.count ?? 0
        let texts = texts
        for (index, cell) in cells.enumerated() {
            let number = index - blank
            let date = (0..<count).contains(number) ? calendar.date(byAdding: .day, value: number, to: month) : nil
            cell.isHidden = date == nil
            if let date {
                show(CalendarDay(date: date, calendar: calendar), in: cell, texts: texts)
            } else {
                cell.removeDecoration()
            }
        }
    }

    private func show(_ day: CalendarDay, in cell: CalendarDayCell, texts: DayTexts) {
        let calendar = day.calendar
        let end = calendar.date(byAdding: .day, value: 1, to: day.date) ?? day.date
        let isAvailable = end > availableDateRange.start && day.date < availableDateRange.end
        let isChosen = selectionBehavior?.contains(day) ?? false
        let look = CalendarDayCell.Look(
            number: texts.number.string(from: NSNumber(value: calendar.component(.day, from: day.date))) ?? "",
            label: texts.label.string(from: day.date), font: texts.font, chosenFont: texts.chosenFont,
            isToday: calendar.isDate(day.date, inSameDayAs: Date()), isChosen: isChosen,
            isAllowed: isAvailable && (isChosen || selectionBehavior?.allows(day) ?? true),
            hasDecorations: wantsDateDecorations)
        let decoration =
            wantsDateDecorations ? delegate?.calendarView(self, decorationFor: day.components)?.makeView() : nil
        cell.show(day, look, decoration: decoration)
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        fill()
    }

    // MARK: Layout

    private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    private var rowHeight: CGFloat {
        CalendarDayCell.side + (wantsDateDecorations ? CalendarDayCell.decorationHeight : 0)
    }

    private var wantedHeight: CGFloat {
        Self.headerHeight + Self.weekdayHeight + CGFloat(Self.rows) * rowHeight + Self.margin / 2
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: wantedHeight)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width > 0 ? size.width : 320, height: wantedHeight)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if needsFill { fillNow() }
        let room = bounds.insetBy(dx: min(Self.margin, bounds.width / 2), dy: 0)
        func setFrame(_ view: UIView, _ frame: CGRect) {
            view.frame = CGRect(
                x: isRightToLeft ? room.maxX - frame.maxX : room.minX + frame.minX, y: bounds.minY + frame.minY,
                width: frame.width, height: frame.height)
        }
        let header = Self.headerHeight
        title.textAlignment = isRightToLeft ? .right : .left
        setFrame(title, CGRect(x: 0, y: 0, width: max(0, room.width - 88), height: header))
        setFrame(back, CGRect(x: room.width - 88, y: 0, width: 44, height: header))
        setFrame(forward, CGRect(x: room.width - 44, y: 0, width: 44, height: header))
        let column = room.width / 7
        for (index, label) in weekdays.enumerated() {
            setFrame(
                label, CGRect(x: CGFloat(index) * column, y: header, width: column, height: Self.weekdayHeight))
        }
        let top = header + Self.weekdayHeight
        let height = max(0, min(rowHeight, (bounds.height - top) / CGFloat(Self.rows)))
        for (index, cell) in cells.enumerated() {
            setFrame(
                cell,
                CGRect(
                    x: CGFloat(index % 7) * column, y: top + CGFloat(index / 7) * height, width: column,
                    height: height))
        }
    }
}
