import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers
import TileTyping
import TileViews
import VirtualTime

/// Text fields, text views, search bars and pickers, in light, in dark, and from right to left.
@Suite("Fields and pickers as stored", .enabled(if: Font.isSystem))
struct TypingImageTests {
    private enum Look: CaseIterable { case light, dark, rightToLeft }

    private func picture(_ size: CGSize, _ look: Look, build: (UIWindow) -> UIView?) throws -> CGImage {
        let screen = UIScreen(size: size, scale: 2)
        screen.clock = VirtualClock(now: 10)
        let window = UIWindow(screen: screen)
        window.overrideUserInterfaceStyle = look == .dark ? .dark : .light
        window.traitOverrides.layoutDirection = look == .rightToLeft ? .rightToLeft : .leftToRight
        window.backgroundColor = .systemBackground
        let first = build(window)
        window.makeKeyAndVisible()
        _ = screen.frame()
        first?.becomeFirstResponder()
        if let field = first as? UITextField, field.tag == 1 { field.selectAll(nil) }
        if let view = first as? UITextView { view.selectedRange = NSRange(location: 14, length: 52) }
        _ = screen.frame()
        return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
    }

    private func sheet(
        _ name: String, _ size: CGSize, looks: [Look] = Look.allCases, build: (UIWindow) -> UIView?
    ) throws {
        let pictures = try looks.map { try picture(size, $0, build: build) }
        var sheet = Sheet(columns: looks.count, width: size.width, height: size.height)
        // Small: there are enough letters in other images.
        sheet.scale = 1
        try expectImage(
            name,
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }

    @Test("text fields, one of them edited")
    func fields() throws {
        try sheet("typing-fields", CGSize(width: 200, height: 300)) { window in
            var y: CGFloat = 10
            func add(_ change: (UITextField) -> Void) -> UITextField {
                let field = UITextField(frame: CGRect(x: 12, y: y, width: 176, height: 32))
                change(field)
                window.addSubview(field)
                y += 41
                return field
            }
            _ = add {
                $0.borderStyle = .roundedRect
                $0.placeholder = "Placeholder"
            }
            _ = add {
                $0.borderStyle = .line
                $0.text = "With a line"
            }
            _ = add {
                $0.borderStyle = .bezel
                $0.text = "A bezel"
                $0.clearButtonMode = .always
            }
            _ = add {
                $0.borderStyle = .roundedRect
                $0.text = "secret 🔑"
                $0.isSecureTextEntry = true
                $0.isEnabled = false
            }
            let first = add {
                $0.borderStyle = .roundedRect
                $0.text = "Selected"
                $0.tag = 1
            }
            _ = add {
                $0.borderStyle = .roundedRect
                $0.text = "Too long to be shown whole"
            }
            _ = add {
                $0.borderStyle = .roundedRect
                $0.text = "Made smaller so that it fits"
                $0.adjustsFontSizeToFitWidth = true
            }
            return first
        }
    }

    @Test("a text view with a selection over several lines")
    func textView() throws {
        try sheet("typing-text-view", CGSize(width: 200, height: 150)) { window in
            let view = UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 150))
            let text = NSMutableAttributedString(
                string: "A quiet line\nand one that is longer than the view is wide, with a link in it.",
                attributes: [.font: UIFont.systemFont(ofSize: 15)])
            text.addAttribute(.font, value: UIFont.boldSystemFont(ofSize: 20), range: NSRange(location: 0, length: 12))
            text.addAttribute(.link, value: "https://example.org", range: NSRange(location: 70, length: 4))
            view.attributedText = text
            window.addSubview(view)
            return view
        }
    }

    @Test("text around a circle and beside a rectangle, from left to right and from right to left")
    func exclusions() throws {
        let pictures = try [false, true].map { isHebrew in
            try picture(CGSize(width: 240, height: 220), .light) { window in
                let view = UITextView(frame: CGRect(x: 0, y: 0, width: 240, height: 220))
                view.font = .systemFont(ofSize: 12)
                let words =
                    isHebrew ? "הרכבת יוצאת מהרציף השני בשעה שבע" : "The train leaves from the second platform at"
                view.text = Array(repeating: words, count: 8).joined(separator: " ")
                let circle = UIBezierPath(ovalIn: CGRect(x: 70, y: 26, width: 90, height: 90))
                let corner = UIBezierPath(rect: CGRect(x: 150, y: 140, width: 80, height: 40))
                view.textContainer.exclusionPaths = [circle, corner]
                view.isEditable = false
                for (path, color) in [(circle, UIColor.systemTeal), (corner, .systemOrange)] {
                    let shape = UIView(
                        frame: path.bounds.offsetBy(dx: view.textContainerInset.left, dy: view.textContainerInset.top))
                    shape.backgroundColor = color
                    shape.layer.cornerRadius = color == .systemTeal ? 45 : 0
                    view.addSubview(shape)
                }
                window.addSubview(view)
                return nil
            }
        }
        var sheet = Sheet(columns: 2, width: 240, height: 220)
        sheet.scale = 1
        try expectImage(
            "typing-exclusions",
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }

    @Test("search bars, with a cancel button and scopes")
    func searchBars() throws {
        try sheet("typing-search-bars", CGSize(width: 260, height: 220)) { window in
            var y: CGFloat = 0
            func add(_ height: CGFloat, _ change: (UISearchBar) -> Void) -> UISearchBar {
                let bar = UISearchBar(frame: CGRect(x: 0, y: y, width: 260, height: height))
                change(bar)
                window.addSubview(bar)
                y += height + 4
                return bar
            }
            _ = add(56) { $0.placeholder = "Stations" }
            _ = add(56) {
                $0.searchBarStyle = .minimal
                $0.text = "Zürich"
                $0.showsCancelButton = true
            }
            return add(100) {
                $0.text = "Bern"
                $0.scopeButtonTitles = ["All", "Trains", "Trams"]
                $0.showsScopeBar = true
            }
        }
    }

    private func date() -> Date {
        DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: "UTC"), year: 2024, month: 5,
            day: 17, hour: 15, minute: 42
        ).date!
    }

    private func setUp(_ picker: UIDatePicker) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.firstWeekday = 2
        picker.calendar = calendar
        picker.locale = Locale(identifier: "en_GB")
        picker.timeZone = TimeZone(identifier: "UTC")
        picker.date = date()
    }

    @Test("a date picker's wheels, its labels and its calendar")
    func datePickers() throws {
        try sheet("typing-date-pickers", CGSize(width: 320, height: 620), looks: [.light]) { window in
            let styles: [(UIDatePickerStyle, CGFloat, CGFloat)] = [
                (.wheels, 0, 216), (.compact, 226, 34), (.inline, 270, 336),
            ]
            for (style, y, height) in styles {
                let picker = UIDatePicker(frame: CGRect(x: 0, y: y, width: 320, height: height))
                setUp(picker)
                picker.preferredDatePickerStyle = style
                picker.maximumDate = date().addingTimeInterval(8 * 86_400)
                picker.datePickerMode = style == .inline ? .date : .dateAndTime
                picker.frame = CGRect(x: 0, y: y, width: 320, height: height)
                window.addSubview(picker)
            }
            return nil
        }
    }
}
