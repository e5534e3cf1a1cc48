import Foundation

/// The values and settings that a date picker displays.
struct DateLook {
    var calendar: Calendar
    var locale: Locale
    var mode: UIDatePicker.Mode
    var date: Date
    var minimum: Date?
    var maximum: Date?

    func text(_ date: Date, template: String) -> String {
        let formatter = DateFormatter()
        formatter.calendar = calendar
        formatter.timeZone = calendar.timeZone
        formatter.locale = locale
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter.string(from: date)
    }

    /// Whether the locale uses 12-hour time.
    var usesHalfDays: Bool {
        let format = DateFormatter.dateFormat(fromTemplate: "j", options: 0, locale: locale) ?? "HH"
        return format.contains("a")
    }

    var months: [String] { symbols(\.standaloneMonthSymbols) }
    var shortWeekdays: [String] { symbols(\.veryShortStandaloneWeekdaySymbols) }
    var halves: [String] {
        let symbols = localized
        return [symbols.amSymbol, symbols.pmSymbol]
    }

    private var localized: Calendar {
        var calendar = calendar
        calendar.locale = locale
        return calendar
    }

    private func symbols(_ path: KeyPath<Calendar, [String]>) -> [String] { localized[keyPath: path] }

    /// Whether a day, or a time on it, may be chosen.
    func allowsDay(_ day: Date) -> Bool {
        if let minimum, day < calendar.startOfDay(for: minimum) { return false }
        if let maximum, day > maximum { return false }
        return true
    }
}
