import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics

@testable import TileViews

@Suite("Snapshots and archives of views")
struct SnapshotTests {
    let screen = UIScreen(size: CGSize(width: 20, height: 20), scale: 1)
    let window: UIWindow
    let box = Painter(frame: CGRect(x: 2, y: 2, width: 4, height: 2))
    let dot = Painter(frame: CGRect(x: 1, y: 0, width: 1, height: 1))

    init() {
        window = UIWindow(screen: screen)
        window.isHidden = false
        dot.color = .blue
        box.addSubview(dot)
        window.addSubview(box)
    }

    /// Returns the result of drawing into a context of 8 by 4 points.
    private func drawn(_ draw: () -> Void) throws -> [String] {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 8, height: 4), scale: 1)
        UIGraphicsPushContext(context)
        draw()
        UIGraphicsPopContext()
        var counters = ReplayCounters()
        let image = try context.finishPicture().raster(
            .identity, width: 8, height: 4, pool: BitmapPool(limit: 0), fast: false, counters: &counters,
            isCancelled: { false })
        switch image {
        case .bitmap(let bitmap): return bitmap.letters
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap.letters
        }
    }

    @Test("drawHierarchy draws the view and all in it, stretched to the rect")
    func drawHierarchy() throws {
        let letters = try drawn {
            #expect(box.drawHierarchy(in: CGRect(x: 0, y: 0, width: 8, height: 4), afterScreenUpdates: true))
        }
        #expect(letters == ["rrbbrrrr", "rrbbrrrr", "rrrrrrrr", "rrrrrrrr"])
        #expect(!box.drawHierarchy(in: box.bounds, afterScreenUpdates: true), "there is no context")
    }

    @Test("Before screen updates it draws what the last frame showed")
    func beforeUpdates() throws {
        _ = screen.frame()
        dot.color = .green
        dot.setNeedsDisplay()
        func row(_ after: Bool) throws -> String {
            try drawn { box.drawHierarchy(in: box.bounds, afterScreenUpdates: after) }[0]
        }
        #expect(try row(false) == "rbrr....")
        #expect(try row(true) == "rgrr....")
    }

    @Test("A snapshot shows what the view showed when it was made, whatever becomes of the view")
    func snapshot() throws {
        let copy = try #require(box.snapshotView(afterScreenUpdates: true))
        dot.isHidden = true
        copy.frame.origin = CGPoint(x: 10, y: 10)
        window.addSubview(copy)
        let letters = try pixels(screen).letters
        #expect(letters[10].suffix(10) == "rbrr......" && letters[2].prefix(7) == "..rrrr.")
        copy.frame.size = CGSize(width: 8, height: 2)
        #expect(try pixels(screen).letters[10].suffix(10) == "rrbbrrrr..")
        #expect(UIView().snapshotView(afterScreenUpdates: true) == nil)
    }

    @Test("A resizable snapshot of a part keeps what lies in its caps")
    func resizable() throws {
        let copy = try #require(
            box.resizableSnapshotView(
                from: CGRect(x: 1, y: 0, width: 3, height: 1), afterScreenUpdates: true,
                withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1)))
        #expect(copy.bounds.size == CGSize(width: 3, height: 1))
        window.addSubview(copy)
        _ = screen.frame()
        copy.frame = CGRect(x: 10, y: 10, width: 8, height: 1)
        #expect(try pixels(screen).letters[10].suffix(10) == "brrrrrrr..")
    }

    @Test("The whole screen can be snapped")
    func screenSnapshot() throws {
        let copy = screen.snapshotView(afterScreenUpdates: true)
        #expect(copy.bounds.size == screen.bounds.size)
    }

    // MARK: Archives

    @Test("A number in an archive that is none leaves the property as it is")
    func archiveOfNonsense() throws {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        view.alpha = 0.5
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        view.encode(with: archiver)
        archiver.encode(Double.nan, forKey: "UIAlpha")
        archiver.finishEncoding()
        let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        coder.requiresSecureCoding = false
        let copy = try #require(UIView(coder: coder))
        #expect(copy.alpha == 1 && copy.frame == view.frame)
    }

    @Test("A view comes back from its archive with its geometry, looks and subviews")
    func archive() throws {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        view.bounds.origin = CGPoint(x: 5, y: 6)
        view.transform = CGAffineTransform(rotationAngle: 0.5)
        view.anchorPoint = CGPoint(x: 0.25, y: 1)
        view.backgroundColor = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
        view.tintColor = .red
        view.alpha = 0.5
        view.isHidden = true
        view.isOpaque = false
        view.clipsToBounds = true
        view.contentMode = .bottomLeft
        view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        view.autoresizesSubviews = false
        view.isUserInteractionEnabled = false
        view.isMultipleTouchEnabled = true
        view.isExclusiveTouch = true
        view.tag = 42
        let child = UIView(frame: CGRect(x: 0, y: 0, width: 3, height: 4))
        child.tag = 43
        view.addSubview(child)
        let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
        let coder = try NSKeyedUnarchiver(forReadingFrom: data)
        coder.requiresSecureCoding = false
        let copy = try #require(coder.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UIView)
        #expect(copy.bounds == view.bounds && copy.center == view.center && copy.anchorPoint == view.anchorPoint)
        #expect(copy.transform == view.transform && copy.alpha == 0.5 && copy.isHidden && !copy.isOpaque)
        #expect(copy.backgroundColor == view.backgroundColor && copy.tintColor == view.tintColor)
        #expect(copy.clipsToBounds && copy.contentMode == .bottomLeft && copy.tag == 42)
        #expect(copy.autoresizingMask == view.autoresizingMask && !copy.autoresizesSubviews)
        #expect(!copy.isUserInteractionEnabled && copy.isMultipleTouchEnabled && copy.isExclusiveTouch)
        #expect(copy.subviews.map(\.tag) == [43] && copy.viewWithTag(43)?.frame == child.frame)
    }
}
