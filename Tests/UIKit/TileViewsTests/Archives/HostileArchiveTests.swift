import Foundation
import TestSupport
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("Hostile archives")
struct HostileArchiveTests {
    /// Returns a tree with all kinds of views that archives contain.
    private func sample() -> UIView {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        root.backgroundColor = .systemRed
        let label = UILabel(frame: CGRect(x: 1, y: 1, width: 30, height: 10))
        label.attributedText = NSAttributedString(
            string: "Row 12", attributes: [.font: UIFont.boldSystemFont(ofSize: 9), .foregroundColor: UIColor.blue])
        label.autoresizingMask = [.flexibleWidth, .flexibleLeftMargin]
        let image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image {
            $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        let picture = UIImageView(image: image)
        picture.animationImages = [image, image]
        picture.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        picture.mask = UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 2, y: 12, width: 30, height: 12)
        button.setTitle("Buy", for: .normal)
        button.setBackgroundImage(
            image.resizableImage(withCapInsets: UIEdgeInsets(top: 1, left: 0, bottom: 0, right: 0)), for: .normal)
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
        let control = UIControl(frame: CGRect(x: 3, y: 24, width: 10, height: 10))
        control.transform = CGAffineTransform(rotationAngle: 1)
        control.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        control.addLayoutGuide(UILayoutGuide())
        control.backgroundColor = UIColor(patternImage: image)
        let box = UIView(frame: CGRect(x: 5, y: 5, width: 20, height: 20))
        box.autoresizingMask = [.flexibleWidth, .flexibleHeight, .flexibleTopMargin]
        for view in [picture, button, control] { box.addSubview(view) }
        root.addSubview(label)
        root.addSubview(box)
        return root
    }

    private static let hostile: [String] =
        ["0", "-1", "1", "2", "3", "7", "9223372036854775807", "-9223372036854775808"].map {
            "<integer>\($0)</integer>"
        }
        + ["nan", "+infinity", "-infinity", "1e308", "-1e308", "5e-324", "1e9", "0.001"].map { "<real>\($0)</real>" }
        + [
            "", "1e308 1e308", "1 2 3 4", "1e9 1e9 1e9 1e9", "nan nan nan nan", "TileViews.UIWindow",
            "TileViews.UIButton", "TileViews.UILabel", "TileViews.SnapshotView", "TileDrawing.UIImage", "NSArray",
            "1e9 0 0 0 0 1e9 0 0 0 0 1 0 0 0 0 1", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "\u{202E}\u{1F3AD}",
        ].map { "<string>\($0)</string>" } + ["<true/>", "<false/>", "<data>AAAA</data>"]

    /// Returns an archive with some values, references and keys exchanged for others. A reference is replaced only by a
    /// target of the same kind, because Foundation itself terminates the program for others.
    private func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let keys = lines.filter { $0.contains("<key>UI") }
        func isReference(_ index: Int) -> Bool { lines[index - 1].contains("CF$UID") }
        func isClass(_ index: Int) -> Bool { lines[index - 3].contains("<key>$class</key>") }
        let references = lines.indices.filter { lines[$0].contains("<integer>") && isReference($0) }
        let objects = references.filter { !isClass($0) }.map { lines[$0] }
        let classes = references.filter { isClass($0) }.map { lines[$0] }
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let index = Int.random(in: 8..<lines.count - 12, using: &generator)
            let line = lines[index]
            if line.contains("<key>"), !line.contains("$") {
                lines[index] = keys.randomElement(using: &generator)!
            } else if line.contains("<integer>"), isReference(index) {
                lines[index] = (isClass(index) ? classes : objects).randomElement(using: &generator)!
            } else if ["<integer>", "<real>", "<true/>", "<false/>"].contains(where: line.contains)
                || (line.contains("<string>") && !Self.isClassName(index, lines))
            {
                lines[index] = Self.hostile.randomElement(using: &generator)!
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns whether a line is one of a class's names: in the list of its ancestors or after their key.
    private static func isClassName(_ index: Int, _ lines: [String]) -> Bool {
        lines[index].contains("<string>NS") || lines[index].contains("<string>Tile")
    }

    private func run(_ view: UIView) {
        let screen = UIScreen(size: CGSize(width: 40, height: 40), scale: 1)
        let window = screen.asMain { view as? UIWindow ?? UIWindow(screen: screen) }
        if view !== window { window.addSubview(view) }
        window.isHidden = false
        _ = screen.frame()
        view.frame = CGRect(x: 0, y: 0, width: 80, height: 20)
        _ = window.hitTest(CGPoint(x: 3, y: 3), with: nil)
        _ = try? pixels(screen)
        view.bounds.size = .zero
        _ = screen.frame()
        _ = view.viewPrintFormatter().pageCount
        view.sizeToFit()
        _ = screen.frame()
    }

    @Test(
        "Archives with any values, types, references and keys make views or none, and frames of them",
        arguments: 0..<8)
    func mutations(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        let text = archiveText(of: sample())
        var made = 0
        for _ in 0..<40 {
            guard let view = view(fromArchive: mutated(text, &generator)) else { continue }
            made += 1
            run(view)
        }
        #expect(made > 20, "most damage leaves a view")
    }

    @Test("Views of archives nest 250 deep; deeper ones are left out, and frames of the rest are made")
    func depth() throws {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        var inner = root
        for _ in 0..<1100 {
            let next = UIView(frame: root.bounds)
            inner.addSubview(next)
            inner = next
        }
        let copy = try #require(view(fromArchive: archiveText(of: root)))
        var depth = 0
        inner = copy
        while let next = inner.subviews.first { (inner, depth) = (next, depth + 1) }
        #expect(depth == NSCoder.deepestObject)
        run(copy)
    }

    @Test("A view that an archive puts into itself, or into two others, is in one place at most")
    func cycles() throws {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        for _ in 0..<3 { root.addSubview(UIView(frame: root.bounds)) }
        var lines = archiveText(of: root).split(separator: "\n").map { String($0) }
        // Each reference to the first subview is changed to the root, which is the first object in the archive.
        let subviews = lines.indices.filter { lines[$0].contains("<key>UISubviews.") }
        try #require(subviews.count == 3)
        for target in ["<integer>1</integer>", lines[subviews[1] + 3]] {
            lines[subviews[0] + 3] = target
            let copy = try #require(view(fromArchive: lines.joined(separator: "\n")))
            #expect(
                copy.subviews.count <= 3 && Set(copy.subviews.map(ObjectIdentifier.init)).count == copy.subviews.count)
            for view in copy.subviews { #expect(view.superview === copy && !copy.isDescendant(of: view)) }
            run(copy)
        }
    }

    @Test("Autoresizing leaves a view where it is rather than move it beyond all numbers")
    func autoresizingStaysFinite() {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1e300, height: 10))
        view.layer.anchorPoint = CGPoint(x: 1e200, y: 0.5)
        view.layer.position = .zero
        view.autoresizingMask = [.flexibleWidth, .flexibleRightMargin]
        outer.addSubview(view)
        outer.bounds.size = CGSize(width: 200, height: 200)
        #expect(view.bounds.width == 1e300 && view.center == .zero)
    }
}
