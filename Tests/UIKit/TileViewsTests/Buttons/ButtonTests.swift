import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("A button's contents by state")
struct ButtonContentTests {
    @Test("a state without a title of its own has the normal one, also a state of several that have theirs")
    func fallback() {
        let button = UIButton(type: .custom)
        button.setTitle("normal", for: .normal)
        button.setTitle("pressed", for: .highlighted)
        button.setTitle("selected", for: .selected)
        #expect(button.title(for: .highlighted) == "pressed")
        #expect(button.title(for: .disabled) == "normal")
        #expect(button.title(for: [.highlighted, .selected]) == "normal")
        button.setTitle(nil, for: .highlighted)
        #expect(button.title(for: .highlighted) == "normal")
    }

    @Test("what is current, and what the label shows, follows the state")
    func current() {
        let button = UIButton(type: .custom)
        button.setTitle("normal", for: .normal)
        button.setTitle("disabled", for: .disabled)
        button.setTitleColor(.red, for: .normal)
        button.setTitleColor(.gray, for: .disabled)
        #expect(button.currentTitle == "normal" && button.titleLabel?.text == "normal")
        #expect(button.titleLabel?.textColor == .red)
        button.isEnabled = false
        #expect(button.currentTitle == "disabled" && button.titleLabel?.text == "disabled")
        #expect(button.currentTitleColor == .gray && button.titleLabel?.textColor == .gray)
    }

    @Test("custom titles are white, system titles in the tint color and pale while pressed")
    func typicalColors() {
        let custom = UIButton(type: .custom)
        custom.setTitle("A", for: .normal)
        #expect(custom.currentTitleColor == .white)
        #expect(custom.titleLabel?.font.pointSize == 18)
        let system = UIButton(type: .system)
        system.setTitle("A", for: .normal)
        system.tintColor = .red
        #expect(system.titleLabel?.textColor == .red)
        #expect(system.titleLabel?.font.pointSize == 15)
        system.isHighlighted = true
        #expect(abs((system.titleLabel?.alpha ?? 0) - 0.2) < 1e-6)
        system.isHighlighted = false
        #expect(system.titleLabel?.alpha == 1)
        system.isEnabled = false
        #expect(system.titleLabel?.textColor == .tertiaryLabel)
        system.setTitleColor(.green, for: .normal)
        #expect(system.titleLabel?.textColor == .green)
    }

    @Test("an attributed title goes before a plain one")
    func attributedTitle() {
        let button = UIButton(type: .custom)
        button.setTitle("plain", for: .normal)
        button.setAttributedTitle(NSAttributedString(string: "rich"), for: .normal)
        #expect(button.titleLabel?.text == "rich")
        #expect(button.currentAttributedTitle?.string == "rich")
        button.setAttributedTitle(nil, for: .normal)
        #expect(button.titleLabel?.text == "plain")
    }

    @Test("a pressed button's image is darker and a disabled one's paler, unless the state has its own")
    func adjustedImages() throws {
        let button = UIButton(type: .custom)
        button.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
        button.setImage(Letters.image(["W"]), for: .normal)
        func gray() throws -> (UInt8, UInt8) {
            let pixel = try Letters.bitmap(of: button)[0, 0].straight
            return (pixel.red, pixel.alpha)
        }
        #expect(try gray() == (255, 255))
        button.isHighlighted = true
        let pressed = try gray()
        #expect(abs(Int(pressed.0) - 153) <= 1 && pressed.1 == 255)
        button.adjustsImageWhenHighlighted = false
        #expect(try gray() == (255, 255))
        button.isHighlighted = false
        button.isEnabled = false
        let disabled = try gray()
        #expect(disabled.0 == 255 && abs(Int(disabled.1) - 128) <= 1)
        button.setImage(Letters.image(["K"]), for: .disabled)
        #expect(try gray() == (0, 255))
    }

    @Test("the title's shadow falls to the other side while pressed, if asked to")
    func reversedShadow() {
        let button = UIButton(type: .custom)
        button.setTitle("A", for: .normal)
        button.titleLabel?.shadowOffset = CGSize(width: 1, height: 2)
        button.setTitleShadowColor(.gray, for: .normal)
        #expect(button.titleLabel?.shadowColor == .gray && button.currentTitleShadowColor == .gray)
        button.isHighlighted = true
        #expect(button.titleLabel?.shadowOffset == CGSize(width: 1, height: 2))
        button.reversesTitleShadowWhenHighlighted = true
        #expect(button.titleLabel?.shadowOffset == CGSize(width: -1, height: -2))
        button.isHighlighted = false
        #expect(button.titleLabel?.shadowOffset == CGSize(width: 1, height: 2))
    }

    @Test("a system button shows images in the tint color, unless they are original")
    func systemImages() throws {
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
        button.tintColor = .red
        let image = Letters.image(["K"])
        button.setImage(image, for: .normal)
        #expect(try Letters.shown(by: button) == ["R"])
        #expect(button.currentImage === image)
        button.setImage(image.withRenderingMode(.alwaysOriginal), for: .normal)
        #expect(try Letters.shown(by: button) == ["K"])
    }

    @Test(
        "buttons with a symbol have its image",
        arguments: [UIButton.ButtonType.detailDisclosure, .infoLight, .infoDark, .contactAdd, .close])
    func symbols(type: UIButton.ButtonType) throws {
        let button = UIButton(type: type)
        button.tintColor = .red
        button.sizeToFit()
        let side: CGFloat = type == .close ? 30 : 22
        #expect(button.bounds.size == CGSize(width: side, height: side))
        let bitmap = try Letters.bitmap(of: button)
        let inked = (0..<bitmap.height).reduce(0) { sum, y in
            sum + (0..<bitmap.width).filter { bitmap[$0, y].alpha > 0 }.count
        }
        #expect(inked > 50 && inked < bitmap.width * bitmap.height)
    }
}

@Suite("A button is pressed")
struct ButtonPressTests {
    @Test("a touch lifted inside sends the primary action along with it")
    func primaryAction() {
        let stage = ControlStage(UIButton(type: .custom))
        stage.touch(.began, x: 10, y: 10)
        stage.touch(.ended, x: 10, y: 10)
        #expect(stage.sent() == ["down", "upInside", "primary"])
        stage.touch(.began, x: 10, y: 10)
        stage.touch(.ended, x: 10, y: 300)
        #expect(stage.sent() == ["down", "upOutside"])
    }

    @Test("who is told of both events is told once")
    func toldOnce() {
        let button = UIButton(type: .custom)
        let stage = ControlStage(button)
        var count = 0
        button.addAction(UIAction { _ in count += 1 }, for: [.touchUpInside, .primaryActionTriggered])
        stage.touch(.began, x: 10, y: 10)
        stage.touch(.ended, x: 10, y: 10)
        #expect(count == 1)
    }

    @Test("touches on title and image are the button's")
    func hitsButton() {
        let button = UIButton(type: .custom)
        button.setTitle("Press", for: .normal)
        button.setImage(Letters.image(["R"]), for: .normal)
        let stage = ControlStage(button)
        _ = stage.screen.frame()
        for x in stride(from: CGFloat(0), to: 100, by: 5) {
            #expect(stage.window.hitTest(CGPoint(x: 100 + x, y: 120), with: nil) === button)
        }
    }

    @Test("a button whose selection is its action changes it before those are told who asked")
    func selection() {
        let button = UIButton(type: .custom)
        button.changesSelectionAsPrimaryAction = true
        var told: [Bool] = []
        button.addAction(UIAction { _ in told.append(button.isSelected) }, for: .touchUpInside)
        let stage = ControlStage(button)
        for _ in 0..<2 {
            stage.touch(.began, x: 10, y: 10)
            stage.touch(.ended, x: 10, y: 10)
        }
        #expect(told == [true, false])
    }

    @Test("a primary action gives title and image, and is performed")
    func initialAction() {
        var count = 0
        let image = Letters.image(["R"])
        let action = UIAction(title: "Go", image: image) { _ in count += 1 }
        for button in [
            UIButton(frame: .zero, primaryAction: action), UIButton(type: .system, primaryAction: action),
            UIButton(configuration: .plain(), primaryAction: action), UIButton.systemButton(primaryAction: action),
        ] {
            #expect(button.currentTitle == "Go" && button.currentImage == image)
            button.sendActions(for: .primaryActionTriggered)
        }
        #expect(count == 4)
    }

    @Test("an action that is on selects the button; one that destroys gives it that role")
    func actionTraits() {
        let (plain, marked) = (Letters.image(["R"]), Letters.image(["G"]))
        let action = UIAction(image: plain, selectedImage: marked, attributes: .destructive, state: .on) { _ in }
        let button = UIButton(type: .system, primaryAction: action)
        #expect(button.isSelected && button.role == .destructive)
        #expect(button.currentImage === marked)
        button.isSelected = false
        #expect(button.currentImage === plain)
    }

    @Test("the label of an attachment in the title is read aloud")
    func spokenTitle() {
        let star = NSTextAttachment()
        star.accessibilityLabel = "star"
        let title = NSMutableAttributedString(string: "One ")
        title.append(NSAttributedString(attachment: star))
        let button = UIButton(type: .system)
        button.setAttributedTitle(title, for: .normal)
        #expect(button.accessibilityLabel == "One star")
    }

    @Test("a button with a target is a system button that shows the image")
    func systemButton() {
        let play = ControlTargetTests.Target()
        let image = Letters.image(["R"])
        let button = UIButton.systemButton(with: image, target: play, action: "plain")
        #expect(button.buttonType == .system && button.currentImage === image)
        button.sendActions(for: .touchUpInside)
        #expect(play.calls == ["plain"])
    }

    @Test("the preferred style is the behavioural one, and a pad's stands for automatic")
    func behavioralStyle() {
        let button = UIButton(type: .system)
        #expect(button.behavioralStyle == .pad)
        button.preferredBehavioralStyle = .mac
        #expect(button.behavioralStyle == .mac)
    }
}
