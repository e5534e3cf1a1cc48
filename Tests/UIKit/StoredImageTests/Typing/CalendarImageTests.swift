import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers
import TileTyping
import TileViews

@Suite("Calendars as stored", .enabled(if: Font.isSystem))
struct CalendarImageTests {
    private static let size = CGSize(width: 340, height: 440)

    /// Marks every fifth day with an image, and the days after it with dots.
    private final class Marks: UICalendarViewDelegate, UICalendarSelectionMultiDateDelegate {
        func calendarView(_ view: UICalendarView, decorationFor date: DateComponents) -> UICalendarView.Decoration? {
            switch (date.day ?? 0) % 5 {
            case 0: .image(UIImage(systemName: "star.fill"), color: .systemOrange, size: .large)
            case 1: .default(color: .systemTeal, size: .small)
            case 2: .default(size: .large)
            default: nil
            }
        }
        func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate: DateComponents) {}
        func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate: DateComponents) {}
        func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canSelectDate date: DateComponents) -> Bool {
            date.day != 13
        }
    }

    private let marks = Marks()

    private func calendarView() throws -> UICalendarView {
        let view = UICalendarView(frame: CGRect(origin: .zero, size: Self.size))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        (view.calendar, view.locale) = (calendar, Locale(identifier: "en_US"))
        view.visibleDateComponents = DateComponents(year: 2024, month: 5)
        let start = try #require(calendar.date(from: DateComponents(year: 2024, month: 5, day: 3)))
        view.availableDateRange = DateInterval(start: start, duration: 26 * 86_400)
        let selection = UICalendarSelectionMultiDate(delegate: marks)
        selection.selectedDates = [7, 16, 17].map { DateComponents(year: 2024, month: 5, day: $0) }
        view.selectionBehavior = selection
        view.delegate = marks
        return view
    }

    @Test("a month with decorations, chosen days and days that can't be chosen, in all looks")
    func appearances() throws {
        let stages = try (0..<4).map { index in
            let stage = UIView(frame: CGRect(origin: .zero, size: Self.size))
            stage.overrideUserInterfaceStyle = index == 1 ? .dark : .light
            stage.traitOverrides.layoutDirection = index == 2 ? .rightToLeft : .leftToRight
            stage.traitOverrides.preferredContentSizeCategory =
                index == 3 ? .accessibilityExtraExtraExtraLarge : .large
            stage.backgroundColor = .systemBackground
            let view = try calendarView()
            if index == 2 {
                view.locale = Locale(identifier: "ar_EG")
                view.fontDesign = .serif
            }
            stage.addSubview(view)
            return stage
        }
        var sheet = Sheet(columns: 4, width: Self.size.width, height: Self.size.height)
        sheet.scale = 1
        try expectImage("calendars", sheet.views(stages))
    }
}
