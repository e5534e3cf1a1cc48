import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("Archives of views")
struct ArchiveTests {
    /// Returns an image of one pixel.
    private func dot(_ color: UIColor) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
    }

    /// Returns whether two texts have the same attributes throughout. Foundation on Linux cannot compare attributes
    /// that are not Core Foundation types.
    private func same(_ text: NSAttributedString?, _ other: NSAttributedString?) -> Bool {
        guard let text, let other, text.length == other.length else { return false }
        return (0..<text.length).allSatisfy { index in
            let first = text.attributes(at: index, effectiveRange: nil)
            let second = other.attributes(at: index, effectiveRange: nil)
            return first.count == second.count
                && first.allSatisfy { key, value in
                    guard let value = value as? AnyHashable else { return false }
                    return value == second[key] as? AnyHashable
                }
        }
    }

    @Test("What few views have comes back, too")
    func rareState() throws {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        view.transform3D = CATransform3DMakeRotation(0.5, 1, 2, 3)
        view.contentStretch = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        view.contentScaleFactor = 3
        view.clearsContextBeforeDrawing = false
        view.accessibilityIdentifier = "seat"
        view.tintAdjustmentMode = .dimmed
        view.semanticContentAttribute = .forceRightToLeft
        view.overrideUserInterfaceStyle = .dark
        view.minimumContentSizeCategory = .small
        view.maximumContentSizeCategory = .extraLarge
        view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        view.preservesSuperviewLayoutMargins = true
        view.insetsLayoutMarginsFromSafeArea = false
        let mask = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.mask = mask
        let guide = UILayoutGuide()
        guide.identifier = "aisle"
        view.addLayoutGuide(guide)
        guide.setLayoutFrame(CGRect(x: 1, y: 2, width: 3, height: 4))
        let copy = try #require(try archivedCopy(of: view))
        #expect(copy.transform3D == view.transform3D && copy.contentStretch == view.contentStretch)
        #expect(copy.contentScaleFactor == 3 && !copy.clearsContextBeforeDrawing)
        #expect(copy.accessibilityIdentifier == "seat" && copy.tintAdjustmentMode == .dimmed)
        #expect(copy.semanticContentAttribute == .forceRightToLeft && copy.overrideUserInterfaceStyle == .dark)
        #expect(copy.minimumContentSizeCategory == .small && copy.maximumContentSizeCategory == .extraLarge)
        #expect(copy.directionalLayoutMargins == view.directionalLayoutMargins)
        #expect(copy.preservesSuperviewLayoutMargins && !copy.insetsLayoutMarginsFromSafeArea)
        #expect(copy.mask?.frame == mask.frame && copy.layer.mask === copy.mask?.layer)
        #expect(copy.layoutGuides.map(\.identifier) == ["aisle"] && copy.layoutGuides[0].owningView === copy)
        #expect(copy.layoutGuides[0].layoutFrame == guide.layoutFrame)
        view.layoutMargins = UIEdgeInsets(top: 5, left: 6, bottom: 7, right: 8)
        #expect(try archivedCopy(of: view)?.layoutMargins == view.layoutMargins)
    }

    @Test("What a class begins with gives way to what the archive says")
    func stateOfClasses() throws {
        for view in [UILabel(frame: .zero), UIImageView(frame: .zero), UIButton(frame: .zero)] {
            view.isUserInteractionEnabled.toggle()
            view.isOpaque.toggle()
            view.contentMode = .topLeft
            let copy = try #require(try archivedCopy(of: view))
            #expect(copy.isUserInteractionEnabled == view.isUserInteractionEnabled)
            #expect(copy.isOpaque == view.isOpaque && copy.contentMode == .topLeft)
        }
        let empty: UIImageView = try #require(try viewFromEmptyArchive())
        #expect(!empty.isUserInteractionEnabled && empty.isOpaque)
    }

    @Test("A label's text comes back with its attributes, and its font as it was asked for")
    func label() throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
        label.font = .monospacedDigitSystemFont(ofSize: 11, weight: .bold)
        label.preferredMaxLayoutWidth = 90
        label.adjustsFontForContentSizeCategory = true
        label.shadowOffset = CGSize(width: 3, height: 4)
        label.text = "plain"
        let plain = try #require(try archivedCopy(of: label))
        #expect(plain.font == label.font && plain.preferredMaxLayoutWidth == 90 && plain.text == "plain")
        #expect(plain.adjustsFontForContentSizeCategory && plain.shadowOffset == label.shadowOffset)
        let paragraph = NSMutableParagraphStyle()
        paragraph.alignment = .right
        paragraph.tailIndent = -4
        paragraph.tabStops = [NSTextTab(textAlignment: .center, location: 12)]
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 1, height: 2)
        shadow.shadowColor = UIColor.red
        let text = NSMutableAttributedString(string: "Row 1\u{1F3AD}2")
        text.setAttributes(
            [
                .font: UIFont.italicSystemFont(ofSize: 9), .foregroundColor: UIColor.blue, .kern: 2.5,
                .underlineStyle: NSUnderlineStyle.single.rawValue, .paragraphStyle: paragraph, .shadow: shadow,
            ], range: NSRange(location: 0, length: 3))
        label.attributedText = text
        let copy = try #require(try archivedCopy(of: label)?.attributedText)
        #expect(copy.string == text.string && same(copy, label.attributedText))
    }

    @Test("An image view comes back with its images, shown in turn")
    func imageView() throws {
        let view = UIImageView(image: dot(.red), highlightedImage: dot(.blue))
        view.isHighlighted = true
        view.animationImages = [dot(.red), dot(.green)]
        view.highlightedAnimationImages = [dot(.blue)]
        view.animationDuration = 2
        view.animationRepeatCount = 3
        let copy = try #require(try archivedCopy(of: view))
        #expect(copy.isHighlighted && copy.animationDuration == 2 && copy.animationRepeatCount == 3)
        #expect(copy.animationImages?.count == 2 && copy.highlightedAnimationImages?.count == 1)
        #expect(copy.image?.size == view.image?.size && copy.highlightedImage != nil)
    }

    @Test("A button comes back with what is set for each of its states")
    func button() throws {
        let button = UIButton(type: .system)
        button.setTitle("Buy", for: .normal)
        button.setTitle("Sold", for: [.disabled, .selected])
        button.setAttributedTitle(NSAttributedString(string: "Bold", attributes: [.kern: 3.0]), for: .highlighted)
        button.setTitleColor(.red, for: .selected)
        button.setTitleShadowColor(.green, for: .normal)
        button.setImage(dot(.red), for: .selected)
        button.setBackgroundImage(dot(.blue), for: .highlighted)
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        button.titleEdgeInsets = UIEdgeInsets(top: 5, left: 0, bottom: 0, right: 0)
        button.imageEdgeInsets = UIEdgeInsets(top: 0, left: 6, bottom: 0, right: 0)
        button.reversesTitleShadowWhenHighlighted = true
        button.adjustsImageWhenHighlighted = false
        button.adjustsImageWhenDisabled = false
        button.showsTouchWhenHighlighted = true
        button.role = .destructive
        button.changesSelectionAsPrimaryAction = true
        button.preferredBehavioralStyle = .mac
        _ = button.titleLabel
        let copy = try #require(try archivedCopy(of: button))
        #expect(copy.buttonType == .system && copy.title(for: .normal) == "Buy")
        #expect(copy.title(for: [.disabled, .selected]) == "Sold" && copy.titleColor(for: .selected) == .red)
        #expect(same(copy.attributedTitle(for: .highlighted), button.attributedTitle(for: .highlighted)))
        #expect(copy.titleShadowColor(for: .normal) == .green && copy.image(for: .selected) != nil)
        #expect(copy.image(for: .normal) == nil && copy.backgroundImage(for: .highlighted) != nil)
        #expect(copy.contentEdgeInsets == button.contentEdgeInsets && copy.titleEdgeInsets.top == 5)
        #expect(copy.imageEdgeInsets.left == 6 && copy.reversesTitleShadowWhenHighlighted)
        #expect(!copy.adjustsImageWhenHighlighted && !copy.adjustsImageWhenDisabled && copy.showsTouchWhenHighlighted)
        #expect(copy.role == .destructive && copy.changesSelectionAsPrimaryAction)
        #expect(copy.preferredBehavioralStyle == .mac)
        #expect(copy.subviews.count == button.subviews.count && copy.titleLabel?.superview === copy)
    }

    @Test("The views of a window from an archive are in the window, and are told so")
    func window() throws {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 30))
        window.windowLevel = .alert
        let root = UIView()
        window.rootView = root
        let leaf = UIView(frame: CGRect(x: 1, y: 1, width: 5, height: 5))
        root.addSubview(leaf)
        window.isHidden = false
        let copy = try #require(try archivedCopy(of: window))
        #expect(copy.isHidden, "as each new window")
        #expect(copy.windowLevel == .alert && copy.rootView === copy.subviews.first)
        let view = try #require(copy.subviews.first?.subviews.first)
        #expect(view.window === copy && view.contentScaleFactor == copy.screen.scale)
        copy.isHidden = false
        #expect(copy.hitTest(CGPoint(x: 2, y: 2), with: nil) === view)
        let moved = UIWindow(frame: window.frame)
        moved.addSubview(try #require(copy.subviews.first))
        #expect(view.window === moved)
    }

    @Test("A snapshot, whose picture is in no archive, is left out without harm to the rest")
    func snapshots() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
        view.addSubview(try #require(view.snapshotView(afterScreenUpdates: true)))
        view.addSubview(UIView(frame: view.bounds))
        #expect(try archivedCopy(of: view)?.subviews.count == 1)
    }

    @Test("A guide from an archive without one has no name and no size")
    func emptyGuide() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.finishEncoding()
        let guide = try #require(UILayoutGuide(coder: NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)))
        #expect(guide.identifier.isEmpty && guide.layoutFrame == .zero)
    }
}
