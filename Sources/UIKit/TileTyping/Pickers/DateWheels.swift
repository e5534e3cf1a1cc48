import Foundation
import TileDrawing
import TileViews

/// The wheels of a date picker.
final class DateWheels: UIView, ViewPart, UIPickerViewDataSource, UIPickerViewDelegate {
    enum Wheel { case day, hour, minute, half, month, dayOfMonth, year, hours, minutes }

    /// The number of days on the day wheel: a century, centered on the chosen day when the wheel is created.
    private static let days = 36_525
    private static let years = 1...9999

    let picker = UIPickerView()
    var change: (Date) -> Void = { _ in }
    var changeDuration: (TimeInterval) -> Void = { _ in }
    var minuteInterval = 1 { didSet { if minuteInterval != oldValue { wheels = [] } } }
    private var look: DateLook?
    private var wheels: [Wheel] = []
    /// The first day of the day wheel.
    private var firstDay = Date(timeIntervalSinceReferenceDate: 0)

    init() {
        super.init(frame: .zero)
        addSubview(picker)
        picker.dataSource = self
        picker.delegate = self
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        picker.frame = bounds
    }

    // MARK: Showing

    private func wheels(for look: DateLook) -> [Wheel] {
        let time: [Wheel] = look.usesHalfDays ? [.hour, .minute, .half] : [.hour, .minute]
        switch look.mode {
        case .time: return time
        case .dateAndTime: return [.day] + time
        case .countDownTimer: return [.hours, .minutes]
        case .date, .yearAndMonth:
            // The order is that of dates in the locale.
            let format = DateFormatter.dateFormat(fromTemplate: "yMMMMd", options: 0, locale: look.locale) ?? "MMMM d y"
            let places: [(Wheel, String.Index?)] = [
                (.month, format.firstIndex { "ML".contains($0) }), (.dayOfMonth, format.firstIndex(of: "d")),
                (.year, format.firstIndex { "yu".contains($0) }),
            ]
            let order = places.sorted { ($0.1 ?? format.endIndex) < ($1.1 ?? format.endIndex) }.map(\.0)
            return look.mode == .date ? order : order.filter { $0 != .dayOfMonth }
        }
    }

    func show(_ look: DateLook, duration: TimeInterval, animated: Bool) {
        let wanted = wheels(for: look)
        let isOther =
            wanted != wheels || look.locale != self.look?.locale || look.calendar != self.look?.calendar
            || wheels.contains(.day) && !(0..<Self.days).contains(dayRow(of: look))
        let daysBefore = self.look.map(dayCount)
        self.look = look
        if isOther {
            wheels = wanted
            let today = look.calendar.startOfDay(for: look.date)
            firstDay = look.calendar.date(byAdding: .day, value: -Self.days / 2, to: today) ?? today
            picker.reloadAllComponents()
        } else if let number = wheels.firstIndex(of: .dayOfMonth), daysBefore != dayCount(look) {
            picker.reloadComponent(number)
        }
        for (number, wheel) in wheels.enumerated() {
            picker.selectRow(
                row(of: wheel, look, duration), inComponent: number, animated: animated && !isOther)
        }
    }

    private func dayCount(_ look: DateLook) -> Int {
        look.calendar.range(of: .day, in: .month, for: look.date)?.count ?? 31
    }

    private func dayRow(of look: DateLook) -> Int {
        look.calendar.dateComponents([.day], from: firstDay, to: look.calendar.startOfDay(for: look.date)).day ?? 0
    }

    private func row(of wheel: Wheel, _ look: DateLook, _ duration: TimeInterval) -> Int {
        let parts = look.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: look.date)
        let hour = parts.hour ?? 0
        switch wheel {
        case .day: return dayRow(of: look)
        case .hour: return look.usesHalfDays ? hour % 12 : hour
        case .minute: return (parts.minute ?? 0) / minuteInterval
        case .half: return hour < 12 ? 0 : 1
        case .month: return (parts.month ?? 1) - 1
        case .dayOfMonth: return (parts.day ?? 1) - 1
        case .year: return (parts.year ?? 1) - Self.years.lowerBound
        case .hours: return Int(duration / 3600)
        case .minutes: return Int(duration / 60) % 60 / minuteInterval
        }
    }

    // MARK: Rows

    func numberOfComponents(in pickerView: UIPickerView) -> Int { wheels.count }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        guard let look, wheels.indices.contains(component) else { return 0 }
        switch wheels[component] {
        case .day: return Self.days
        case .hour: return look.usesHalfDays ? 12 : 24
        case .minute, .minutes: return 60 / minuteInterval
        case .half: return 2
        case .month: return look.months.count
        case .dayOfMonth: return dayCount(look)
        case .year: return Self.years.count
        case .hours: return 24
        }
    }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        guard let look, wheels.indices.contains(component) else { return nil }
        switch wheels[component] {
        case .day:
            guard let day = look.calendar.date(byAdding: .day, value: row, to: firstDay) else { return nil }
            return look.text(day, template: "EEEMMMd")
        case .hour: return look.usesHalfDays ? "\(row == 0 ? 12 : row)" : Self.twoDigits(row)
        case .minute: return Self.twoDigits(row * minuteInterval)
        case .half: return look.halves[min(row, 1)]
        case .month: return look.months.indices.contains(row) ? look.months[row] : nil
        case .dayOfMonth: return "\(row + 1)"
        case .year: return "\(row + Self.years.lowerBound)"
        case .hours: return "\(row) h"
        case .minutes: return "\(row * minuteInterval) min"
        }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
        guard wheels.indices.contains(component) else { return -1 }
        switch wheels[component] {
        case .day: return 130
        case .month: return 130
        case .hour, .minute, .half, .dayOfMonth: return 52
        case .year: return 72
        case .hours, .minutes: return 110
        }
    }

    // MARK: Turning

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        guard let look else { return }
        func chosen(_ wheel: Wheel) -> Int? {
            wheels.firstIndex(of: wheel).map { max(0, picker.selectedRow(inComponent: $0)) }
        }
        if look.mode == .countDownTimer {
            let minutes = (chosen(.hours) ?? 0) * 60 + (chosen(.minutes) ?? 0) * minuteInterval
            return changeDuration(TimeInterval(minutes) * 60)
        }
        var parts = look.calendar.dateComponents([.era, .year, .month, .day, .hour, .minute], from: look.date)
        if let row = chosen(.day), let day = look.calendar.date(byAdding: .day, value: row, to: firstDay) {
            let other = look.calendar.dateComponents([.era, .year, .month, .day], from: day)
            (parts.era, parts.year, parts.month, parts.day) = (other.era, other.year, other.month, other.day)
        }
        if let row = chosen(.hour) { parts.hour = row + (chosen(.half) == 1 ? 12 : 0) }
        if let row = chosen(.minute) { parts.minute = row * minuteInterval }
        if let row = chosen(.month) { parts.month = row + 1 }
        if let row = chosen(.year) { parts.year = row + Self.years.lowerBound }
        if let row = chosen(.dayOfMonth) { parts.day = row + 1 }
        // A day past the end of the month becomes its last day.
        if wheels.contains(.month) {
            var month = parts
            month.day = 1
            let days = look.calendar.date(from: month).flatMap {
                look.calendar.range(of: .day, in: .month, for: $0)?.count
            }
            parts.day = min(parts.day ?? 1, days ?? 31)
        }
        if let date = look.calendar.date(from: parts) { change(date) }
    }
}
