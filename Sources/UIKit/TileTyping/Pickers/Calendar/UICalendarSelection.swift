public import Foundation
import TileViews

/// The days that are chosen in a calendar view. Use one of its subclasses.
///
/// Days are date components with an era, a year, a month and a day.
open class UICalendarSelection: NSObject {
    /// The calendar view that shows the days.
    final weak var view: UICalendarView?

    /// Asks the delegate again which days can be chosen.
    public final func updateSelectableDates() { view?.fill() }

    /// Returns whether a day is chosen.
    func contains(_ day: CalendarDay) -> Bool { false }
    /// Returns whether a person may choose or give up a day.
    func allows(_ day: CalendarDay) -> Bool { true }
    /// Called when a person taps a day.
    func tap(_ day: CalendarDay) {}
}

/// The delegate of the choice of one day.
public protocol UICalendarSelectionSingleDateDelegate: AnyObject {
    /// Called when a person chooses a day, or with nil, gives up the chosen one.
    func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate dateComponents: DateComponents?)

    /// Returns whether a person may choose a day, or with nil, give up the chosen one. By default every day, and no
    /// giving up.
    func dateSelection(
        _ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: DateComponents?
    ) -> Bool
}

extension UICalendarSelectionSingleDateDelegate {
    public func dateSelection(
        _ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: DateComponents?
    ) -> Bool { dateComponents != nil }
}

/// The choice of one day.
open class UICalendarSelectionSingleDate: UICalendarSelection {
    public init(delegate: (any UICalendarSelectionSingleDateDelegate)?) { self.delegate = delegate }

    open weak var delegate: (any UICalendarSelectionSingleDateDelegate)?

    private final var chosen: DateComponents?

    /// The chosen day; nil for none. Setting it does not call the delegate.
    open var selectedDate: DateComponents? {
        get { chosen }
        set { setSelected(newValue, animated: false) }
    }

    /// Sets the chosen day. The calendar shows its month.
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

/// The delegate of the choice of several days.
public protocol UICalendarSelectionMultiDateDelegate: AnyObject {
    /// Called when a person chooses a day.
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate dateComponents: DateComponents)
    /// Called when a person gives up a day.
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate dateComponents: DateComponents)
    /// Returns whether a person may choose a day. By default every day.
    func multiDateSelection(
        _ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: DateComponents
    ) -> Bool
    /// Returns whether a person may give up a day. By default every day.
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

/// The choice of several days.
open class UICalendarSelectionMultiDate: UICalendarSelection {
    public init(delegate: (any UICalendarSelectionMultiDateDelegate)?) { self.delegate = delegate }

    open weak var delegate: (any UICalendarSelectionMultiDateDelegate)?

    private final var chosen: [DateComponents] = []

    /// The chosen days. Setting them does not call the delegate.
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
    }
}
