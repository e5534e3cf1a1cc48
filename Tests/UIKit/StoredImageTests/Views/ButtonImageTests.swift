import Foundation
import Testing
import TileDrawing
import TileViews

@Suite(
    "Buttons as stored", .enabled(if: Font.isSystem, "the system font is not DejaVu Sans, in which they were stored"))
struct ButtonImageTests {
    private let star = TestImage.star.withRenderingMode(.alwaysTemplate)

    private func button(_ button: UIButton, _ change: (UIButton) -> Void) -> UIButton {
        button.frame = CGRect(x: 4, y: 4, width: 104, height: 32)
        change(button)
        return button
    }

    private let sheet = Sheet(columns: 4, width: 112, height: 40)

    @Test("a system and a custom button in each state, with titles, images and backgrounds for it")
    func states() throws {
        let changes: [(UIButton) -> Void] = [
            { _ in }, { $0.isHighlighted = true }, { $0.isSelected = true }, { $0.isEnabled = false },
        ]
        func custom() -> UIButton {
            let button = UIButton(type: .custom)
            let caps = UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4)
            button.setBackgroundImage(
                TestImage.frame.resizableImage(withCapInsets: caps, resizingMode: .stretch), for: .normal)
            button.setTitle("Normal", for: .normal)
            button.setTitle("Pressed", for: .highlighted)
            button.setTitle("Chosen", for: .selected)
            button.setTitleColor(.black, for: .normal)
            button.setTitleColor(.systemRed, for: .highlighted)
            return button
        }
        func system() -> UIButton {
            let button = UIButton(type: .system)
            button.setTitle("System", for: .normal)
            button.setImage(star, for: .normal)
            return button
        }
        try expectImage(
            "button-states",
            sheet.views(changes.map { button(system(), $0) } + changes.map { button(custom(), $0) }))
    }

    @Test("plain, tinted, grey and filled configurations; normal, pressed, selected and disabled")
    func configurations() throws {
        let styles: [UIButton.Configuration] = [.plain(), .tinted(), .gray(), .filled()]
        let changes: [(UIButton) -> Void] = [
            { _ in }, { $0.isHighlighted = true }, { $0.isSelected = true }, { $0.isEnabled = false },
        ]
        try expectImage(
            "button-configurations",
            sheet.views(
                changes.flatMap { change in
                    styles.map { style in
                        var configuration = style
                        configuration.title = "Title"
                        return button(UIButton(configuration: configuration), change)
                    }
                }))
    }

    @Test("images on each side, subtitles, corners, sizes and alignments")
    func arrangements() throws {
        func configured(_ change: (inout UIButton.Configuration) -> Void) -> UIButton {
            var configuration = UIButton.Configuration.filled()
            configuration.title = "Title"
            change(&configuration)
            let button = UIButton(configuration: configuration)
            button.frame = CGRect(x: 4, y: 4, width: 104, height: 56)
            return button
        }
        let sides: [NSDirectionalRectEdge] = [.leading, .trailing, .top, .bottom]
        try expectImage(
            "button-arrangements",
            Sheet(columns: 4, width: 112, height: 64).views(
                sides.map { side in
                    configured {
                        $0.image = star
                        $0.imagePlacement = side
                        $0.imagePadding = 6
                    }
                } + [
                    configured { $0.subtitle = "Subtitle" },
                    configured {
                        $0.cornerStyle = .capsule
                        $0.baseBackgroundColor = .systemGreen
                    },
                    configured {
                        $0.buttonSize = .mini
                        $0.cornerStyle = .small
                    },
                    configured {
                        $0.background.strokeColor = .systemOrange
                        $0.background.strokeWidth = 3
                        $0.baseForegroundColor = .black
                        $0.baseBackgroundColor = .systemYellow
                    },
                ]))
    }
}
