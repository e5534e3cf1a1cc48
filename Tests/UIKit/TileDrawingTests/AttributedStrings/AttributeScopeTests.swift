import Foundation
import Testing
import TileDrawing

/// A scope of a program, with a key of its own.
private struct StopAttributes: AttributeScope {
    enum PlatformAttribute: AttributedStringKey {
        typealias Value = Int
        static let name = "StopPlatform"
    }

    let platform: PlatformAttribute
    let uiKit: AttributeScopes.UIKitAttributes
}

extension AttributeScopes {
    fileprivate var stop: StopAttributes.Type { StopAttributes.self }
}

@Suite("UIKit's attributes of attributed strings")
struct AttributeScopeTests {
    @Test("attributes become those of Foundation's class, and come back")
    func roundTrip() throws {
        var text = AttributedString("Späti 😀 ")
        text.font = .boldSystemFont(ofSize: 20)
        text.foregroundColor = .red
        text.underlineStyle = [.single, .patternDot]
        text.kern = 1.5
        var rest = AttributedString("open")
        rest.link = URL(string: "https://x.y")
        rest.strikethroughStyle = .single
        rest.baselineOffset = -2
        rest.inlinePresentationIntent = [.code, .emphasized]
        let style = NSMutableParagraphStyle()
        style.alignment = .center
        rest.paragraphStyle = style
        text += rest
        let other = NSAttributedString(text)
        #expect(other.string == "Späti 😀 open")
        var range = NSRange()
        let first = other.attributes(at: 0, effectiveRange: &range)
        #expect(range == NSRange(location: 0, length: 9) && first.count == 4)
        #expect(first[.font] as? UIFont == .boldSystemFont(ofSize: 20) && first[.foregroundColor] as? UIColor == .red)
        #expect(first[.underlineStyle] as? Int == 0x101 && first[.kern] as? CGFloat == 1.5)
        let second = other.attributes(at: 9, effectiveRange: nil)
        #expect(second[.link] as? URL == URL(string: "https://x.y") && second[.strikethroughStyle] as? Int == 1)
        #expect((second[.paragraphStyle] as? NSParagraphStyle)?.alignment == .center)
        #expect(second[.inlinePresentationIntent] as? UInt == 5 && second.count == 5)
        #expect(AttributedString(other) == text)
        #expect(try AttributedString(other, including: \.uiKit) == text)
        #expect(try AttributedString(other, including: \.foundation).runs.map { $0.link != nil } == [false, true])
    }

    @Test("attachments and shadows are kept")
    func objects() {
        let attachment = NSTextAttachment(image: UIImage())
        let shadow = NSShadow()
        let text = NSMutableAttributedString(attachment: attachment)
        text.addAttribute(.shadow, value: shadow, range: NSRange(location: 0, length: 1))
        let back = NSAttributedString(AttributedString(text))
        #expect(back.attribute(.attachment, at: 0, effectiveRange: nil) as? NSTextAttachment === attachment)
        #expect(back.attribute(.shadow, at: 0, effectiveRange: nil) as? NSShadow === shadow)
    }

    @Test("a program's own keys are converted with its scope only")
    func ownScope() throws {
        var text = AttributedString("4")
        text[StopAttributes.PlatformAttribute.self] = 4
        text.font = .systemFont(ofSize: 9)
        let key = NSAttributedString.Key("StopPlatform")
        #expect(NSAttributedString(text).attribute(key, at: 0, effectiveRange: nil) == nil)
        let own = try NSAttributedString(text, including: \.stop)
        #expect(own.attribute(key, at: 0, effectiveRange: nil) as? Int == 4)
        #expect(try AttributedString(own, including: \.stop) == text)
        #expect(try AttributedString(own, including: StopAttributes.self) == text)
        #expect(AttributedString(own).runs.first?.font == .systemFont(ofSize: 9))
    }

    @Test("values of the wrong type are omitted, or an error if a scope is named")
    func wrongTypes() throws {
        let text = NSAttributedString(
            string: "a",
            attributes: [.font: "Arial", .kern: 2, .underlineStyle: NSNumber(value: 1), .link: "https://x.y"])
        let read = AttributedString(text)
        #expect(read.runs.first?.font == nil && read.runs.first?.kern == 2)
        #expect(read.runs.first?.underlineStyle == .single && read.runs.first?.link == URL(string: "https://x.y"))
        let error = #expect(throws: CocoaError.self) { try AttributedString(text, including: \.uiKit) }
        #expect(error?.code == .coderInvalidValue)
    }

    @Test("containers and dictionaries hold the same attributes")
    func containers() {
        let container = AttributeContainer([.font: UIFont.systemFont(ofSize: 9), .kern: 3, .init("unknown"): 1])
        #expect(container.font == .systemFont(ofSize: 9) && container.kern == 3)
        let values = [NSAttributedString.Key: Any](container)
        #expect(values.count == 2 && values[.kern] as? CGFloat == 3)
        #expect(AttributeContainer.foregroundColor(.red).kern(3).kern == 3)
    }
}
