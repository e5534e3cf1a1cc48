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
}
