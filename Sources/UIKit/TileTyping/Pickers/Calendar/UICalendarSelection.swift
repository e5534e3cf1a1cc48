public import Foundation
import TileViews

/// The days that are selected in a calendar view. Use one of its subclasses.
///
/// Days are date components with an era, a year, a month and a day.
open class UICalendarSelection: NSObject {
    /// The calendar view that shows the days.
    final weak var view: UICalendarView?

    /// Asks the delegate again which days can be selected.
    public final func updateSelectableDates() { view?.fill() }

    /// Returns whether a day is selected.
    func contains(_ day: CalendarDay) -> Bool { false }
    /// Returns whether a person may select or deselect a day.
    func allows(_ day: CalendarDay) -> Bool { true }
    /// Called when a person taps a day.
    func tap(_ day: CalendarDay) {}
}

/// The delegate of the selection of one day.
public protocol UICalendarSelectionSingleDateDelegate: AnyObject {
    /// Called when a person selects a day, or with nil, deselects the selected one.
    func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate dateComponents: DateComponents?)

    /// Returns whether a person may select a day, or with nil, deselect the selected one. By default every day can
    /// be selected, and none deselected.
    func dateSelection(
        _ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: DateComponents?
    ) -> Bool
}

extension UICalendarSelectionSingleDateDelegate {
    public func dateSelection(
        _ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: DateComponents?
    ) -> Bool { dateComponents != nil }
}

/// The selection of one day.
open class UICalendarSelectionSingleDate: UICalendarSelection {
    public init(delegate: (any UICalendarSelectionSingleDateDelegate)?) { self.delegate = delegate }

    open weak var delegate: (any UICalendarSelectionSingleDateDelegate)?

    private final var chosen: DateComponents?

    /// The selected day; nil for none. Setting it does not call the delegate.
    open var selectedDate: DateComponents? {
        get { chosen }
        set { setSelected(newValue, animated: false) }
    }

    /// Sets the selected day. The calendar shows its month.
    open func setSelected(_ dateComponents: DateComponents?, animated: Bool) {
        chosen = dateComponents
        if let dateComponents { view?.reveal(dateComponents) }
        view?.fill()
    }

    override func contains(_ day: CalendarDay) -> Bool { chosen.map(day.isDay(of:)) ?? false }

    override func allows(_ day: CalendarDay) -> Bool {
        contains(day) || delegate?.dateSelection(self, canSelectDate: day.components) ?? true
    }

    override func tap(_ day: CalendarDay) {
        guard contains(day) else {
            setSelected(day.components, animated: true)
            delegate?.dateSelection(self, didSelectDate: day.components)
            return
        }
        guard delegate?.dateSelection(self, canSelectDate: nil) == true else { return }
        setSelected(nil, animated: true)
        delegate?.dateSelection(self, didSelectDate: nil)
    }
}

/// The delegate of the selection of several days.
public protocol UICalendarSelectionMultiDateDelegate: AnyObject {
    /// Called when a person selects a day.
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate dateComponents: DateComponents)
    /// Called when a person deselects a day.
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate dateComponents: DateComponents)
    /// Returns whether a person may select a day. By default every day.
    func multiDateSelection(
        _ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: DateComponents
    ) -> Bool
    /// Returns whether a person may deselect a day. By default every day.
    func multiDateSelection(
        _ selection: UICalendarSelectionMultiDate, canDeselectDate dateComponents: DateComponents
    ) -> Bool
}

extension UICalendarSelectionMultiDateDelegate {
    public func multiDateSelection(
        _ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: DateComponents
    ) -> Bool { true }
    public func multiDateSelection(
        _ selection: UICalendarSelectionMultiDate, canDeselectDate dateComponents: DateComponents
    ) -> Bool { true }
}

/// The selection of several days.
open class UICalendarSelectionMultiDate: UICalendarSelection {
    public init(delegate: (any UICalendarSelectionMultiDateDelegate)?) { self.delegate = delegate }

    open weak var delegate: (any UICalendarSelectionMultiDateDelegate)?

    private final var chosen: [DateComponents] = []

    /// The selected days. Setting them does not call the delegate.
    open var selectedDates: [DateComponents] {
        get { chosen }
        set { setSelectedDates(newValue, animated: false) }
    }

    open func setSelectedDates(_ selectedDates: [DateComponents], animated: Bool) {
        chosen = selectedDates
        view?.fill()
    }

    override func contains(_ day: CalendarDay) -> Bool { chosen.contains(where: day.isDay(of:)) }

    override func allows(_ day: CalendarDay) -> Bool {
        guard let delegate else { return true }
        return contains(day)
            ? delegate.multiDateSelection(self, canDeselectDate: day.components)
            : delegate.multiDateSelection(self, canSelectDate: day.components)
    }

    override func tap(_ day: CalendarDay) {
        if contains(day) {
            chosen.removeAll(where: day.isDay(of:))
            view?.fill()
            delegate?.multiDateSelection(self, didDeselectDate: day.components)
        } else {
            chosen.append(day.components)
            view?.fill()
            delegate?.multiDateSelection(self, didSelectDate: day.components)
        }
    }
}

/// A day of a calendar.
struct CalendarDay {
    let date: Date
    let calendar: Calendar

    /// The calendar, era, year, month and day.
    var components: DateComponents {
        var parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        parts.calendar = calendar
        return parts
    }

    /// Returns whether components are on this day.
    func isDay(of components: DateComponents) -> Bool {
        guard let year = components.year, let month = components.month, let day = components.day else { return false }
        let own = self.components
        return own.year == year && own.month == month && own.day == day
            && (components.era == nil || components.era == own.era)
            && (components.isLeapMonth ?? false) == (own.isLeapMonth ?? false)
    }
}
