import Foundation
import Testing
import TileDrawing
import TileViews

@testable import TileTyping

@Suite("A picker")
struct PickerTests {
    final class Rows: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
        var counts: [Int]
        var chosen: [String] = []

        init(_ counts: [Int]) { self.counts = counts }

        func numberOfComponents(in pickerView: UIPickerView) -> Int { counts.count }
        func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { counts[component] }
        func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
            "\(component).\(row)"
        }
        func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
            chosen.append("\(component).\(row)")
        }
    }

    private func rig(_ rows: Rows) -> TypingRig<UIPickerView> {
        let picker = UIPickerView(frame: .zero)
        picker.dataSource = rows
        picker.delegate = rows
        return TypingRig(picker, frame: CGRect(x: 0, y: 0, width: 320, height: 216))
    }

    private func settle(_ rig: TypingRig<some UIView>) { for _ in 0..<240 { rig.frame(after: 1 / 60) } }

    @Test("is turned by a drag, comes to rest on a row, and tells of it once")
    func drag() {
        let rows = Rows([10, 1_000_000])
        let rig = rig(rows)
        #expect(rig.view.numberOfComponents == 2)
        #expect(rig.view.selectedRow(inComponent: 1) == 0)
        rig.touch(.began, CGPoint(x: 240, y: 150))
        for step in 1...10 { rig.touch(.moved, CGPoint(x: 240, y: 150 - CGFloat(step) * 10)) }
        rig.touch(.ended, CGPoint(x: 240, y: 50), after: 0.2)
        settle(rig)
        #expect(rows.chosen.count == 1)
        let row = rig.view.selectedRow(inComponent: 1)
        #expect((2...4).contains(row))
        #expect(rows.chosen == ["1.\(row)"])
        let middle = rig.view.view(forRow: row, forComponent: 1)
        #expect(middle.map { abs($0.center.y - ($0.superview?.bounds.midY ?? 0)) < 0.5 } == true)
    }

    @Test("a tap chooses the row under it; code chooses without telling")
    func tap() {
        let rows = Rows([10])
        let rig = rig(rows)
        rig.tap(CGPoint(x: 160, y: 108 + 32))
        settle(rig)
        #expect(rows.chosen == ["0.1"])
        rig.view.selectRow(7, inComponent: 0, animated: false)
        #expect(rig.view.selectedRow(inComponent: 0) == 7)
        #expect(rows.chosen == ["0.1"])
        rig.view.selectRow(99, inComponent: 0, animated: true)
        rig.view.selectRow(1, inComponent: 9, animated: true)
        #expect(rig.view.selectedRow(inComponent: 0) == 7)
        #expect(rig.view.selectedRow(inComponent: 9) == -1)
        rows.counts = [3]
        rig.view.reloadComponent(0)
        #expect(rig.view.selectedRow(inComponent: 0) == 2)
    }

    @Test("has views for the rows that are seen alone")
    func views() {
        let rows = Rows([1_000_000])
        let rig = rig(rows)
        rig.view.selectRow(500_000, inComponent: 0, animated: false)
        rig.frame()
        let wheel = rig.view.subviews.compactMap { $0 as? UIScrollView }.first
        #expect((wheel?.subviews.filter { $0 is UILabel }.count ?? 99) < 16)
        #expect((rig.view.view(forRow: 500_000, forComponent: 0) as? UILabel)?.text == "0.500000")
        #expect(rows.chosen.isEmpty)
    }
}

@Suite("A date picker")
struct DatePickerTests {
    private func rig(_ style: UIDatePickerStyle, _ mode: UIDatePicker.Mode) -> TypingRig<UIDatePicker> {
        let picker = UIDatePicker(frame: .zero)
        picker.calendar = Calendar(identifier: .gregorian)
        picker.locale = Locale(identifier: "en_GB")
        picker.timeZone = TimeZone(identifier: "UTC")
        picker.datePickerMode = mode
        picker.preferredDatePickerStyle = style
        // Friday, May 17, 2024, 15:42.
        picker.date = Date(timeIntervalSince1970: 1_715_960_520)
        let size = picker.intrinsicContentSize
        return TypingRig(
            picker, size: CGSize(width: 400, height: 700), frame: CGRect(origin: .zero, size: size))
    }

    @Test("keeps to its limits, and those in the wrong order are none")
    func limits() {
        let picker = UIDatePicker()
        let day = Date(timeIntervalSince1970: 1_000_000)
        picker.date = day
        picker.maximumDate = day.addingTimeInterval(-10)
        #expect(picker.date == day.addingTimeInterval(-10))
        picker.minimumDate = day.addingTimeInterval(100)
        picker.date = day.addingTimeInterval(1e6)
        #expect(picker.date == day.addingTimeInterval(1e6))
        picker.date = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(picker.date == day.addingTimeInterval(1e6))
        picker.date = Date(timeIntervalSinceReferenceDate: .infinity)
        picker.date = .distantFuture
        picker.minuteInterval = 7
        #expect(picker.minuteInterval == 1)
        picker.countDownDuration = .nan
        #expect(picker.countDownDuration == 60)
        picker.countDownDuration = 1e9
        #expect(picker.countDownDuration == 86_340)
    }

    @Test("a day is chosen in its calendar, at the time that was chosen")
    func inline() {
        let rig = rig(.inline, .date)
        var changes = 0
        rig.view.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
        let twentieth = rig.view.calendarView.subviews.compactMap { $0 as? DayButton }
            .first { rig.view.shownCalendar.component(.day, from: $0.day ?? .distantPast) == 20 }!
        rig.tap(rig.view.convert(CGPoint(x: twentieth.bounds.midX, y: twentieth.bounds.midY), from: twentieth))
        #expect(rig.view.date == Date(timeIntervalSince1970: 1_715_960_520 + 3 * 86_400))
        #expect(changes == 1)
    }

    @Test("the 31st of a month of 30 days is its last")
    func wheels() {
        let rig = rig(.wheels, .date)
        rig.view.date = Date(timeIntervalSince1970: 1_717_113_600)
        let picker = rig.view.wheels.picker
        // The British format has the day first.
        #expect(picker.selectedRow(inComponent: 0) == 30)
        picker.selectRow(5, inComponent: 1, animated: false)
        picker.delegate?.pickerView(picker, didSelectRow: 5, inComponent: 1)
        let parts = rig.view.shownCalendar.dateComponents([.month, .day], from: rig.view.date)
        #expect(parts.month == 6 && parts.day == 30)
    }

    @Test("a label opens a calendar over the window, and a touch beside it closes that")
    func compact() {
        let rig = rig(.compact, .dateAndTime)
        #expect(rig.view.datePickerStyle == .compact)
        rig.tap(CGPoint(x: 30, y: 17))
        #expect(rig.view.panel?.part == .day)
        #expect(rig.window.subviews.contains { $0 is DatePanel })
        rig.tap(CGPoint(x: 390, y: 690))
        #expect(rig.view.panel == nil)
        #expect(!rig.window.subviews.contains { $0 is DatePanel })
    }
}
