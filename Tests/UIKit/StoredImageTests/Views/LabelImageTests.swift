import Foundation
import Testing
import TileDrawing
import TileViews

@Suite("Labels as stored")
struct LabelImageTests {
    private let long = "The quick brown fox jumps over the lazy dog"

    private func label(_ text: String, height: CGFloat = 40, _ change: (UILabel) -> Void) -> UILabel {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 112, height: height))
        label.font = Font.regular(12)
        label.text = text
        change(label)
        return label
    }

    private let sheet = Sheet(columns: 3, width: 112, height: 40)

    @Test("one line and two, cut off in each of the six ways")
    func truncation() throws {
        let modes: [NSLineBreakMode] = [
            .byTruncatingTail, .byTruncatingHead, .byTruncatingMiddle, .byClipping, .byWordWrapping, .byCharWrapping,
        ]
        for lines in [1, 2] {
            try expectImage(
                "label-truncation-\(lines)",
                sheet.views(
                    modes.map { mode in
                        label(long) {
                            $0.numberOfLines = lines
                            $0.lineBreakMode = mode
                        }
                    }))
        }
    }

    @Test("alignments, of one line and of several")
    func alignment() throws {
        let all: [NSTextAlignment] = [.left, .center, .right, .justified, .natural]
        try expectImage(
            "label-alignment",
            Sheet(columns: 5, width: 112, height: 52).views(
                all.map { alignment in label("One line", height: 52) { $0.textAlignment = alignment } }
                    + all.map { alignment in
                        label(long, height: 52) {
                            $0.textAlignment = alignment
                            $0.numberOfLines = 0
                        }
                    }))
    }

    @Test("smaller to fit, attributed, with a shadow, highlighted, disabled, and in right-to-left order")
    func styles() throws {
        let text = NSMutableAttributedString(string: "Large", attributes: [.font: Font.bold(20)])
        text.append(
            NSAttributedString(string: " and red", attributes: [.foregroundColor: UIColor.systemRed]))
        text.append(
            NSAttributedString(
                string: " underlined", attributes: [.underlineStyle: NSUnderlineStyle.single.rawValue]))
        try expectImage(
            "label-styles",
            sheet.views([
                label("Smaller so that it fits") {
                    $0.adjustsFontSizeToFitWidth = true
                    $0.minimumScaleFactor = 0.5
                },
                label("") {
                    $0.numberOfLines = 2
                    $0.attributedText = text
                },
                label("Shadow") {
                    $0.shadowColor = .systemGray
                    $0.shadowOffset = CGSize(width: 1, height: 2)
                },
                label("Highlighted") {
                    $0.highlightedTextColor = .systemBlue
                    $0.isHighlighted = true
                },
                label("Disabled") { $0.isEnabled = false },
                label("From the right") { $0.semanticContentAttribute = .forceRightToLeft },
            ]))
    }

    @Test("HTML, Markdown and an attributed title, in light, dark, right-to-left order and the largest text")
    func documents() throws {
        let html = """
            <h2>Line 4</h2><p style="color: #c00">Delayed by <b>12 minutes</b>, <i>see</i> <a href="x">details</a>.</p>
            <ul><li>Harbor<li><s>Market</s> <u>closed</u></ul>
            """
        let document = try NSAttributedString(
            data: Data(html.utf8), options: [.documentType: NSAttributedString.DocumentType.html],
            documentAttributes: nil)
        let markdown = try NSAttributedString(markdown: "**Runs** *daily* `4` ~~May~~")
        var title = AttributedString("Tickets ")
        var price = AttributedString("3.20")
        price.foregroundColor = .systemRed
        price.underlineStyle = .single
        title += price

        func cell(_ change: (UIView) -> Void) -> UIView {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 220, height: 430))
            view.backgroundColor = .systemGray5
            change(view)
            let isRightToLeft = view.semanticContentAttribute == .forceRightToLeft
            let page = UILabel(frame: CGRect(x: 4, y: 4, width: 212, height: 110))
            page.numberOfLines = 0
            page.attributedText = document
            page.backgroundColor = .white
            let note = UILabel(frame: CGRect(x: 4, y: 116, width: 212, height: 160))
            note.numberOfLines = 0
            note.font = .preferredFont(forTextStyle: .body, compatibleWith: view.traitCollection)
            note.attributedText = markdown
            var configuration = UIButton.Configuration.gray()
            configuration.attributedTitle = title
            let button = UIButton(configuration: configuration)
            button.frame = CGRect(x: 4, y: 280, width: 212, height: 146)
            for part in [page, note, button] {
                if isRightToLeft { part.semanticContentAttribute = .forceRightToLeft }
                view.addSubview(part)
            }
            return view
        }
        try expectImage(
            "label-documents",
            Sheet(columns: 4, width: 220, height: 430).views([
                cell { _ in }, cell { $0.overrideUserInterfaceStyle = .dark },
                cell { $0.semanticContentAttribute = .forceRightToLeft },
                cell { $0.traitOverrides.preferredContentSizeCategory = .accessibilityExtraExtraExtraLarge },
            ]))
    }
}
