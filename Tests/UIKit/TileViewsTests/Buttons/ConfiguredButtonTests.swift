import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("A button with a configuration")
struct ConfiguredButtonTests {
    private func button(_ configuration: UIButton.Configuration, title: String? = "Reload") -> UIButton {
        var configuration = configuration
        configuration.title = title
        let button = UIButton(configuration: configuration)
        button.sizeToFit()
        button.layoutIfNeeded()
        return button
    }

    @Test(
        "its size is that of the text and the margins of its size",
        arguments: [
            (UIButton.Configuration.Size.mini, CGFloat(20), CGFloat(10)), (.small, 20, 10), (.medium, 24, 14),
            (.large, 40, 30),
        ])
    func sizes(size: UIButton.Configuration.Size, width: CGFloat, height: CGFloat) {
        var configuration = UIButton.Configuration.filled()
        configuration.buttonSize = size
        let button = button(configuration)
        let text = button.titleLabel!.intrinsicContentSize
        #expect(abs(button.bounds.width - text.width - width) <= 0.5)
        #expect(abs(button.bounds.height - text.height - height) <= 0.5)
        #expect(button.titleLabel!.frame.minX == width / 2)
    }

    @Test("an activity indicator takes the place of the image, and symbols have the preferred configuration")
    func indicator() throws {
        var configuration = UIButton.Configuration.plain()
        configuration.image = UIImage(systemName: "star")
        configuration.imagePadding = 8
        configuration.preferredSymbolConfigurationForImage = UIImage.SymbolConfiguration(pointSize: 34)
        let button = button(configuration)
        let text = button.titleLabel!.intrinsicContentSize.width
        let preferred = UIImage.SymbolConfiguration(pointSize: 34)
        let star = try #require(UIImage(systemName: "star", withConfiguration: preferred))
        #expect(button.imageView?.frame.size == star.size)
        #expect(abs(button.bounds.width - text - star.size.width - 8 - 24) <= 0.5)
        button.configuration?.showsActivityIndicator = true
        button.sizeToFit()
        button.layoutIfNeeded()
        let wheel = try #require(button.subviews.first { $0 is UIActivityIndicatorView } as? UIActivityIndicatorView)
        #expect(wheel.isAnimating && wheel.frame.size == CGSize(width: 20, height: 20))
        #expect(abs(button.bounds.width - text - 20 - 8 - 24) <= 0.5 && button.imageView?.isHidden == true)
        button.configuration?.showsActivityIndicator = false
        #expect(wheel.superview == nil)
    }

    @Test("margins that were set stay when the size changes, until they are given back")
    func margins() {
        var configuration = UIButton.Configuration.plain()
        configuration.contentInsets.leading = 40
        configuration.buttonSize = .large
        #expect(configuration.contentInsets.leading == 40)
        configuration.setDefaultContentInsets()
        #expect(configuration.contentInsets == NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20))
    }

    @Test("each style has its colors")
    func styles() {
        func colors(_ configuration: UIButton.Configuration) -> (UIColor?, UIColor?) {
            let button = UIButton(configuration: configuration)
            button.tintColor = .red
            let updated = configuration.updated(for: button)
            return (updated.baseForegroundColor, updated.baseBackgroundColor)
        }
        #expect(colors(.plain()) == (.red, nil))
        #expect(colors(.filled()) == (.white, .red))
        #expect(colors(.tinted()).1?.cgColor.alpha == 0.18)
        #expect(colors(.gray()) == (.red, .secondarySystemFill))
    }

    @Test("the background is drawn in the style's color, with its corners")
    func background() throws {
        var configuration = UIButton.Configuration.filled()
        configuration.cornerStyle = .capsule
        configuration.baseBackgroundColor = .red
        let button = UIButton(configuration: configuration)
        button.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
        let bitmap = try Letters.bitmap(of: button)
        #expect(bitmap[10, 5].argb == 0xFFFF_0000)
        #expect(bitmap[0, 0].alpha == 0 && bitmap[19, 9].alpha == 0)
    }

    @Test("a disabled button is pale, a destructive one red, a selected one more prominent")
    func states() {
        let button = button(.plain())
        #expect(button.configured?.background.backgroundColor == nil)
        button.isSelected = true
        #expect(button.configured?.background.backgroundColor != nil)
        button.isSelected = false
        button.role = .destructive
        #expect(button.titleLabel?.textColor == .systemRed)
        button.isEnabled = false
        #expect(button.titleLabel?.textColor == .tertiaryLabel)
        button.automaticallyUpdatesConfiguration = false
        #expect(button.titleLabel?.textColor == .systemRed)
    }

    @Test("a subtitle stands below the title, and goes with it")
    func subtitle() {
        var configuration = UIButton.Configuration.plain()
        configuration.title = "Title"
        configuration.subtitle = "Subtitle"
        let button = UIButton(configuration: configuration)
        button.sizeToFit()
        button.layoutIfNeeded()
        let subtitle = button.subtitleLabel
        #expect(subtitle?.text == "Subtitle" && subtitle?.superview === button)
        #expect(subtitle!.frame.minY == button.titleLabel!.frame.maxY + 1)
        button.configuration?.subtitle = nil
        #expect(button.subtitleLabel == nil && subtitle?.superview == nil)
    }

    @Test("attributed titles go before plain ones, and lack nothing that the style or a transformer gives")
    func attributedTitles() throws {
        var configuration = UIButton.Configuration.plain()
        configuration.title = "Plain"
        var title = AttributedString("On ")
        title.foregroundColor = .systemRed
        title += AttributedString("time")
        configuration.attributedTitle = title
        configuration.attributedSubtitle = AttributedString("Line 4")
        configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
            var outgoing = incoming
            outgoing.font = .boldSystemFont(ofSize: 21)
            outgoing.foregroundColor = .systemGreen
            return outgoing
        }
        let button = UIButton(configuration: configuration)
        button.layoutIfNeeded()
        let shown = AttributedString(try #require(button.titleLabel?.attributedText))
        #expect(String(shown.characters) == "On time" && button.accessibilityLabel == "On time")
        #expect(shown.runs.map(\.foregroundColor) == [.systemRed, .systemGreen])
        #expect(shown.runs.allSatisfy { $0.font == .boldSystemFont(ofSize: 21) })
        #expect(button.subtitleLabel?.text == "Line 4")
        #expect(button.subtitleLabel?.font == .preferredFont(forTextStyle: .caption1))
        button.configuration?.attributedTitle = nil
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Plain" && button.titleLabel?.textColor == .systemGreen)
        button.configuration?.titleTextAttributesTransformer = nil
        button.layoutIfNeeded()
        #expect(button.titleLabel?.textColor == button.tintColor)
        #expect(button.titleLabel?.font == .preferredFont(forTextStyle: .body))
    }

    @Test("titles set for states go before the configuration's")
    func stateTitles() {
        let button = button(.plain())
        #expect(button.titleLabel?.text == "Reload")
        button.setTitle("Wait", for: .disabled)
        button.isEnabled = false
        #expect(button.titleLabel?.text == "Wait")
        button.isEnabled = true
        #expect(button.titleLabel?.text == "Reload")
    }

    @Test("the update handler is called once before the next layout, whatever changed until then")
    func updateHandler() {
        let button = button(.plain())
        var states: [UIControl.State] = []
        button.configurationUpdateHandler = { button in
            states.append(button.state)
            button.configuration?.title = button.isHighlighted ? "Now" : "Reload"
        }
        button.layoutIfNeeded()
        #expect(states == [.normal])
        button.isSelected = true
        button.isHighlighted = true
        #expect(states.count == 1)
        button.layoutIfNeeded()
        #expect(states == [.normal, [.highlighted, .selected]])
        #expect(button.titleLabel?.text == "Now")
        button.layoutIfNeeded()
        #expect(states.count == 2)
    }

    @Test("without its configuration a button is as before")
    func removed() {
        let button = UIButton(type: .custom)
        button.setTitle("A", for: .normal)
        let count = button.subviews.count
        button.configuration = .filled()
        button.configuration = nil
        #expect(button.subviews.count == count)
        #expect(button.titleLabel?.text == "A" && button.titleLabel?.numberOfLines == 1)
        #expect(button.titleLabel?.textColor == .white)
        #expect(button.titleLabel?.font.pointSize == 18)
    }

    @Test("the background has the stroke and the image that it is given")
    func strokeAndImage() throws {
        var configuration = UIButton.Configuration.plain()
        configuration.cornerStyle = .fixed
        configuration.background.strokeColor = .red
        configuration.background.strokeWidth = 1
        let button = UIButton(configuration: configuration)
        button.frame = CGRect(x: 0, y: 0, width: 5, height: 4)
        #expect(try Letters.shown(by: button) == ["RRRRR", "R...R", "R...R", "RRRRR"])
        button.configuration?.background.strokeWidth = 0
        button.configuration?.background.image = Letters.image(["G"])
        #expect(try Letters.shown(by: button) == Array(repeating: "GGGGG", count: 4))
        button.configuration?.background.image = nil
        #expect(try Letters.shown(by: button) == Array(repeating: ".....", count: 4))
    }

    @Test("background insets are on the sides that reading gives them")
    func backgroundInsets() throws {
        var configuration = UIButton.Configuration.filled()
        configuration.cornerStyle = .fixed
        configuration.baseBackgroundColor = .red
        configuration.background.backgroundInsets.leading = 2
        let button = UIButton(configuration: configuration)
        button.frame = CGRect(x: 0, y: 0, width: 4, height: 1)
        #expect(try Letters.shown(by: button) == ["..RR"])
        button.semanticContentAttribute = .forceRightToLeft
        button.setNeedsLayout()
        #expect(try Letters.shown(by: button) == ["RR.."])
    }

    @Test("an image stands beside the title, in the text's color")
    func image() throws {
        var configuration = UIButton.Configuration.plain()
        configuration.title = "Go"
        configuration.image = Letters.image(Array(repeating: String(repeating: "K", count: 10), count: 10))
        configuration.imagePadding = 8
        configuration.baseForegroundColor = .green
        let button = UIButton(configuration: configuration)
        button.sizeToFit()
        button.layoutIfNeeded()
        let (image, title) = (button.imageView!.frame, button.titleLabel!.frame)
        #expect(image.minX == 12 && title.minX == image.maxX + 8)
        #expect(abs(image.midY - button.bounds.midY) < 0.01)
        let bitmap = try Letters.bitmap(of: button)
        #expect(bitmap[Int(image.midX), Int(image.midY)].argb == 0xFF00_FF00)
    }
}
