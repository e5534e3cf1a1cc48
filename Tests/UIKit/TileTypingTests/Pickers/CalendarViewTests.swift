import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileTyping

@Suite("A calendar view")
struct CalendarViewTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC") ?? .current
        calendar.firstWeekday = 1
        return calendar
    }()

    private func day(_ year: Int, _ month: Int, _ day: Int? = nil) -> DateComponents {
        DateComponents(year: year, month: month, day: day)
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) throws -> Date {
        try #require(Self.calendar.date(from: DateComponents(year: year, month: month, day: day)))
    }

    private func rig(_ change: (UICalendarView) -> Void = { _ in }) -> TypingRig<UICalendarView> {
        let view = UICalendarView(frame: .zero)
        view.calendar = Self.calendar
        view.locale = Locale(identifier: "en_US")
        view.visibleDateComponents = day(2024, 2)
        change(view)
        return TypingRig(
            view, size: CGSize(width: 382, height: 500), frame: CGRect(x: 0, y: 0, width: 382, height: 432))
    }

    private func cell(_ number: Int, of rig: TypingRig<UICalendarView>) throws -> CalendarDayCell {
        try #require(
            rig.view.subviews.compactMap { $0 as? CalendarDayCell }.first {
                !$0.isHidden && $0.day?.components.day == number
            })
    }

    private func tap(_ number: Int, of rig: TypingRig<UICalendarView>) throws {
        let frame = try cell(number, of: rig).frame
        rig.tap(CGPoint(x: frame.midX, y: frame.minY + 20))
    }

    private func texts(of rig: TypingRig<UICalendarView>) -> [String] {
        rig.view.subviews.compactMap { ($0 as? UILabel)?.text }
    }

    /// Records the delegates' calls.
    private final class Notes: UICalendarViewDelegate, UICalendarSelectionSingleDateDelegate,
        UICalendarSelectionMultiDateDelegate
    {
        var lines: [String] = []
        var refused: Set<Int> = []
        var mayGiveUp = true

        func drain() -> [String] {
            defer { lines = [] }
            return lines
        }

        func calendarView(_ view: UICalendarView, decorationFor dateComponents: DateComponents)
            -> UICalendarView.Decoration?
        {
            switch dateComponents.day {
            case 3: .default(color: .systemRed, size: .large)
            case 4: .customView { UILabel(frame: CGRect(x: 0, y: 0, width: 300, height: 300)) }
            default: nil
            }
        }
        func calendarView(
            _ view: UICalendarView, didChangeVisibleDateComponentsFrom previous: DateComponents
        ) { lines.append("from \(previous.year ?? 0)-\(previous.month ?? 0)") }
        func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate date: DateComponents?) {
            lines.append(date.map { "chose \($0.day ?? 0)" } ?? "gave up")
        }
        func dateSelection(_ selection: UICalendarSelectionSingleDate, canSelectDate date: DateComponents?) -> Bool {
            date.map { !refused.contains($0.day ?? 0) } ?? mayGiveUp
        }
        func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate date: DateComponents) {
            lines.append("chose \(date.day ?? 0)")
        }
        func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate date: DateComponents) {
            lines.append("gave up \(date.day ?? 0)")
        }
        func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canSelectDate date: DateComponents) -> Bool {
            !refused.contains(date.day ?? 0)
        }
        func multiDateSelection(
            _ selection: UICalendarSelectionMultiDate, canDeselectDate date: DateComponents
        ) -> Bool { mayGiveUp }
    }

    @Test("February 2024 has 29 days from a Thursday on, in the calendar's order and the locale's words")
    func month() throws {
        let rig = rig()
        #expect(texts(of: rig) == ["February 2024", "SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"])
        #expect(try cell(1, of: rig).frame == CGRect(x: 216, y: 64, width: 50, height: 60))
        #expect(try cell(29, of: rig).frame == CGRect(x: 216, y: 304, width: 50, height: 60))
        #expect(rig.view.subviews.filter { $0 is CalendarDayCell && !$0.isHidden }.count == 29)
        #expect(try cell(1, of: rig).accessibilityLabel == "Thursday, February 1")
        var monday = Self.calendar
        monday.firstWeekday = 2
        rig.view.calendar = monday
        rig.view.locale = Locale(identifier: "de_DE")
        rig.frame()
        #expect(try cell(1, of: rig).frame.minX == 166 && texts(of: rig)[0] == "Februar 2024")
        rig.view.semanticContentAttribute = .forceRightToLeft
        rig.view.setNeedsLayout()
        rig.frame()
        #expect(try cell(1, of: rig).frame.minX == 166)
        #expect(rig.view.visibleDateComponents.month == 2 && rig.view.visibleDateComponents.calendar?.firstWeekday == 2)
    }

    @Test("buttons and swipes turn to the next months, within the available range")
    func turning() throws {
        let notes = Notes()
        let range = DateInterval(start: try date(2024, 1, 10), end: try date(2024, 3, 5))
        let rig = rig {
            $0.availableDateRange = range
            $0.delegate = notes
        }
        let arrows = rig.view.subviews.compactMap { $0 as? MonthArrow }
        rig.tap(CGPoint(x: arrows[1].frame.midX, y: 20))
        #expect(rig.view.visibleDateComponents.month == 3 && notes.drain() == ["from 2024-2"])
        #expect(!arrows[1].isEnabled && arrows[0].isEnabled)
        #expect(try cell(4, of: rig).isEnabled && !cell(5, of: rig).isEnabled)
        rig.touch(.began, CGPoint(x: 100, y: 200))
        for x in [150.0, 220, 280] { rig.touch(.moved, CGPoint(x: x, y: 200)) }
        rig.touch(.ended, CGPoint(x: 280, y: 200))
        #expect(rig.view.visibleDateComponents.month == 2 && notes.drain() == ["from 2024-3"])
        rig.view.visibleDateComponents = day(1999, 1)
        rig.frame()
        #expect(rig.view.visibleDateComponents.month == 1 && rig.view.visibleDateComponents.year == 2024)
        #expect(try !cell(9, of: rig).isEnabled && cell(10, of: rig).isEnabled)
        for components in [DateComponents(hour: 3), day(.max, 1), day(.min, 1), day(2024, .max)] {
            rig.view.visibleDateComponents = components
        }
        #expect(rig.view.visibleDateComponents.month == 1)
    }

    @Test("one day is chosen by a tap, if the delegate allows it, and given up by another")
    func single() throws {
        let notes = Notes()
        notes.refused = [6]
        let selection = UICalendarSelectionSingleDate(delegate: notes)
        let rig = rig { $0.selectionBehavior = selection }
        try tap(5, of: rig)
        #expect(notes.drain() == ["chose 5"] && selection.selectedDate?.day == 5)
        #expect(selection.selectedDate?.calendar == rig.view.visibleDateComponents.calendar)
        #expect(try cell(5, of: rig).accessibilityTraits == [.button, .selected])
        try tap(6, of: rig)
        #expect(try notes.drain() == [] && selection.selectedDate?.day == 5 && !cell(6, of: rig).isEnabled)
        #expect(try cell(6, of: rig).accessibilityTraits == [.button, .notEnabled])
        try tap(5, of: rig)
        #expect(notes.drain() == ["gave up"] && selection.selectedDate == nil)
        notes.mayGiveUp = false
        try tap(7, of: rig)
        try tap(7, of: rig)
        #expect(notes.drain() == ["chose 7"])
        selection.selectedDate = day(2025, 12, 24)
        rig.frame()
        #expect(notes.drain() == [] && rig.view.visibleDateComponents.year == 2025)
        #expect(try cell(24, of: rig).accessibilityTraits.contains(.selected))
        notes.refused = [1]
        selection.updateSelectableDates()
        rig.frame()
        #expect(try !cell(1, of: rig).isEnabled && cell(6, of: rig).isEnabled)
    }

    @Test("several days are chosen and given up; without a selection, taps do nothing")
    func multiple() throws {
        let notes = Notes()
        let selection = UICalendarSelectionMultiDate(delegate: notes)
        let rig = rig { $0.selectionBehavior = selection }
        selection.selectedDates = [day(2024, 2, 9), day(2024, 3, 9)]
        try tap(12, of: rig)
        try tap(9, of: rig)
        #expect(notes.drain() == ["chose 12", "gave up 9"])
        #expect(selection.selectedDates.map { [$0.month, $0.day] } == [[3, 9], [2, 12]])
        notes.mayGiveUp = false
        try tap(12, of: rig)
        #expect(notes.drain() == [] && selection.selectedDates.count == 2)
        rig.view.selectionBehavior = nil
        try tap(14, of: rig)
        #expect(try notes.drain() == [] && cell(14, of: rig).isEnabled)
    }

    @Test("days of a leap month are not those of the month before it")
    func leapMonth() throws {
        var chinese = Calendar(identifier: .chinese)
        chinese.timeZone = Self.calendar.timeZone
        func parts(_ month: Int, _ day: Int) throws -> DateComponents {
            chinese.dateComponents([.era, .year, .month, .day], from: try date(2023, month, day))
        }
        let (plain, leap) = try (parts(2, 22), parts(3, 24))
        #expect([plain, leap].map { [$0.month, $0.day] } == [[2, 3], [2, 3]] && leap.isLeapMonth == true)
        let several = UICalendarSelectionMultiDate(delegate: nil)
        several.selectedDates = [plain]
        let rig = rig {
            $0.calendar = chinese
            $0.selectionBehavior = several
            $0.visibleDateComponents = leap
        }
        #expect(try cell(3, of: rig).day?.date == date(2023, 3, 24))
        #expect(try cell(3, of: rig).accessibilityTraits == .button)
        try tap(3, of: rig)
        #expect(several.selectedDates.map { $0.isLeapMonth ?? false } == [false, true])
        let single = UICalendarSelectionSingleDate(delegate: nil)
        rig.view.selectionBehavior = single
        try tap(5, of: rig)
        #expect(single.selectedDate?.isLeapMonth == true && rig.view.visibleDateComponents.isLeapMonth == true)
    }

    /// Returns a view that it keeps for the tenth day.
    private final class Keeper: UICalendarViewDelegate {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 12))
        func calendarView(_ view: UICalendarView, decorationFor dateComponents: DateComponents)
            -> UICalendarView.Decoration?
        { dateComponents.day == 10 ? .customView { self.view } : nil }
    }

    @Test("a decoration keeps its size after a layout without room, and a kept view moves with its day")
    func decorationSizes() throws {
        let keeper = Keeper()
        let rig = rig { $0.delegate = keeper }
        let frame = CGRect(x: 10, y: 46, width: 30, height: 12)
        #expect(keeper.view.frame == frame)
        rig.view.frame.size = .zero
        rig.frame()
        #expect(keeper.view.bounds.size == .zero)
        rig.view.frame.size = CGSize(width: 382, height: 432)
        rig.frame()
        #expect(keeper.view.frame == frame)
        for month in [1, 2] {
            rig.view.visibleDateComponents = day(2024, month)
            rig.frame()
            #expect(try keeper.view.superview === cell(10, of: rig) && keeper.view.frame == frame)
        }
        rig.view.wantsDateDecorations = false
        rig.frame()
        #expect(keeper.view.superview == nil && keeper.view.bounds.size == frame.size)
    }

    @Test("decorations are below the days, in their room, and are asked for again")
    func decorations() throws {
        let notes = Notes()
        let rig = rig { $0.delegate = notes }
        let dot = try #require(try cell(3, of: rig).subviews.last)
        #expect(dot.frame == CGRect(x: 21, y: 48, width: 8, height: 8) && dot.backgroundColor == .systemRed)
        #expect(try cell(4, of: rig).subviews.last?.frame == CGRect(x: 0, y: 44, width: 50, height: 16))
        #expect(try cell(5, of: rig).subviews.count == 2)
        rig.view.reloadDecorations(forDateComponents: [day(2024, 2, 3)], animated: false)
        rig.frame()
        #expect(try cell(3, of: rig).subviews.count == 3 && dot.superview == nil)
        #expect(rig.view.intrinsicContentSize.height == 432)
        rig.view.wantsDateDecorations = false
        rig.frame()
        #expect(try rig.view.intrinsicContentSize.height == 336 && cell(3, of: rig).subviews.count == 2)
    }
}
