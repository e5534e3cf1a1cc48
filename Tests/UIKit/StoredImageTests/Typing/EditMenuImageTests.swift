import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers
import TileTyping
import VirtualTime

@testable import TileViews

/// Edit menus of texts: above and below, with pages, in light, in dark, and from right to left.
@Suite("Edit menus as stored", .enabled(if: Font.isSystem))
struct EditMenuImageTests {
    private struct Case {
        var isDark = false
        var isMirrored = false
        var y: CGFloat = 70
        var size = CGSize(width: 300, height: 120)
        var more: [UIMenuElement] = []
        var category = UIContentSizeCategory.large
        var page = 0
    }

    /// Appends its own elements to the suggested ones.
    private final class Delegate: NSObject, UITextFieldDelegate {
        let more: [UIMenuElement]
        init(_ more: [UIMenuElement]) { self.more = more }

        func textField(
            _ textField: UITextField, editMenuForCharactersIn range: NSRange, suggestedActions: [UIMenuElement]
        ) -> UIMenu? { UIMenu(children: suggestedActions + more) }
    }

    private func picture(_ look: Case) throws -> CGImage {
        let clock = VirtualClock(now: 10)
        let screen = UIScreen(size: look.size, scale: 2)
        screen.clock = clock
        screen.keyboard.caretBlinkPeriod = 0
        screen.pasteboard.string = "pasted"
        let window = UIWindow(screen: screen)
        window.overrideUserInterfaceStyle = look.isDark ? .dark : .light
        window.traitOverrides.layoutDirection = look.isMirrored ? .rightToLeft : .leftToRight
        window.traitOverrides.preferredContentSizeCategory = look.category
        window.backgroundColor = .systemBackground
        let field = UITextField(frame: CGRect(x: 12, y: look.y, width: look.size.width - 24, height: 34))
        field.borderStyle = .roundedRect
        field.text = "Platform two"
        let delegate = Delegate(look.more)
        field.delegate = delegate
        window.addSubview(field)
        window.makeKeyAndVisible()
        field.becomeFirstResponder()
        _ = screen.frame()
        // Two taps on the last word.
        let finger = TouchSequence(on: screen)
        let end = field.caretRect(for: field.endOfDocument)
        let point = field.convert(CGPoint(x: end.midX - 10, y: end.midY), to: nil)
        func tap(_ point: CGPoint) {
            for phase in [UITouch.Phase.began, .ended] {
                clock.advance(by: 0.05)
                finger.send(TouchSample(phase, at: point, timestamp: clock.now))
                _ = screen.frame()
            }
        }
        func settle() {
            for _ in 0..<2 {
                clock.advance(by: 1)
                _ = screen.frame()
            }
        }
        for _ in 0..<2 { tap(point) }
        settle()
        for _ in 0..<look.page {
            let overlay = window.subviews.lazy.compactMap { $0 as? EditMenuOverlay }.first
            let chevron = try #require(overlay?.shownBar.shown.last)
            tap(chevron.convert(CGPoint(x: chevron.bounds.midX, y: chevron.bounds.midY), to: nil))
            settle()
        }
        return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
    }

    @Test("above and below a selection, with further pages, in the looks that there are")
    func menus() throws {
        let delete = UIAction(title: "Delete", attributes: .destructive) { _ in }
        let more = [
            delete, UIAction(title: "Off", attributes: .disabled) { _ in }, UIAction(title: "Look Up") { _ in },
        ]
        let cases = [
            Case(), Case(isDark: true, y: 6), Case(isMirrored: true, more: more),
            Case(isDark: true, more: more, page: 1),
            Case(y: 80, more: [delete], category: .accessibilityLarge),
        ]
        let pictures = try cases.map(picture)
        var sheet = Sheet(columns: cases.count, width: 300, height: 120)
        sheet.scale = 1
        try expectImage(
            "typing-edit-menus",
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }
}
