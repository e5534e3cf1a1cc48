import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileViews

@Suite("An image view shows its image")
struct ImageViewTests {
    private func view(_ image: UIImage?, width: CGFloat, height: CGFloat) -> UIImageView {
        let view = UIImageView(frame: CGRect(x: 0, y: 0, width: width, height: height))
        view.image = image
        // Enlarged pixels are squares, so that they can be identified.
        view.layer.magnificationFilter = .nearest
        return view
    }

    private let four = Letters.image(["RG", "BW"])

    @Test("a view made with an image is of its size, and takes no touches")
    func size() {
        let view = UIImageView(image: Letters.image(["RGB", "RGB"]))
        #expect(view.frame == CGRect(x: 0, y: 0, width: 3, height: 2))
        #expect(view.intrinsicContentSize == CGSize(width: 3, height: 2))
        #expect(view.sizeThatFits(CGSize(width: 100, height: 100)) == CGSize(width: 3, height: 2))
        #expect(!view.isUserInteractionEnabled)
        #expect(UIImageView(image: nil).frame == .zero)
        #expect(UIImageView(image: nil, highlightedImage: four).frame.size == CGSize(width: 2, height: 2))
    }

    @Test(
        "each content mode places the image in its way",
        arguments: [
            (UIView.ContentMode.scaleToFill, ["RRRGGG", "RRRGGG", "BBBWWW", "BBBWWW"]),
            (.redraw, ["RRRGGG", "RRRGGG", "BBBWWW", "BBBWWW"]),
            (.scaleAspectFit, [".RRGG.", ".RRGG.", ".BBWW.", ".BBWW."]),
            (.scaleAspectFill, ["RRRGGG", "RRRGGG", "BBBWWW", "BBBWWW"]),
            (.center, ["......", "..RG..", "..BW..", "......"]),
            (.top, ["..RG..", "..BW..", "......", "......"]),
            (.bottom, ["......", "......", "..RG..", "..BW.."]),
            (.left, ["......", "RG....", "BW....", "......"]),
            (.right, ["......", "....RG", "....BW", "......"]),
            (.topLeft, ["RG....", "BW....", "......", "......"]),
            (.topRight, ["....RG", "....BW", "......", "......"]),
            (.bottomLeft, ["......", "......", "RG....", "BW...."]),
            (.bottomRight, ["......", "......", "....RG", "....BW"]),
        ])
    func contentModes(mode: UIView.ContentMode, rows: [String]) throws {
        let view = view(four, width: 6, height: 4)
        view.contentMode = mode
        view.clipsToBounds = true
        #expect(try Letters.shown(by: view) == rows)
    }

    @Test("an image of two pixels a point is half as large")
    func scale() throws {
        let view = view(Letters.image(["RG", "BW"], scale: 2), width: 2, height: 1)
        view.contentMode = .left
        #expect(try Letters.shown(by: view, scale: 2) == ["RG..", "BW.."])
        #expect(view.intrinsicContentSize == CGSize(width: 1, height: 1))
    }

    @Test("caps keep their size where the rest stretches")
    func caps() throws {
        let insets = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
        let image = Letters.image(["RGR", "BWB", "RGR"]).resizableImage(withCapInsets: insets, resizingMode: .stretch)
        #expect(try Letters.shown(by: view(image, width: 5, height: 4)) == ["RGGGR", "BWWWB", "BWWWB", "RGGGR"])
    }

    @Test("a tiled image repeats between its caps, also when the view changes its size")
    func tiles() throws {
        let insets = UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1)
        let view = view(Letters.image(["RGBR"]).resizableImage(withCapInsets: insets), width: 6, height: 1)
        #expect(try Letters.shown(by: view) == ["RGBGBR"])
        view.bounds.size.width = 8
        #expect(try Letters.shown(by: view) == ["RGBGBGBR"])
    }

    @Test("a template is shown in the tint color, and follows it")
    func tint() throws {
        let view = view(Letters.image(["K.", ".W"]).withRenderingMode(.alwaysTemplate), width: 2, height: 2)
        view.tintColor = .red
        #expect(try Letters.shown(by: view) == ["R.", ".R"])
        view.tintColor = .blue
        #expect(try Letters.shown(by: view) == ["B.", ".B"])
        view.image = Letters.image(["K.", ".W"])
        #expect(try Letters.shown(by: view) == ["K.", ".W"])
    }

    @Test("an image on its side is shown upright")
    func orientation() throws {
        let pixels = try #require(Letters.image(["RG"]).cgImage)
        let view = view(UIImage(cgImage: pixels, scale: 1, orientation: .right), width: 1, height: 2)
        #expect(try Letters.shown(by: view) == ["R", "G"])
        view.image = UIImage(cgImage: pixels, scale: 1, orientation: .left)
        #expect(try Letters.shown(by: view) == ["G", "R"])
    }

    @Test("the highlighted image is shown while highlighted, if there is one")
    func highlighted() throws {
        let view = view(Letters.image(["R"]), width: 1, height: 1)
        view.isHighlighted = true
        #expect(try Letters.shown(by: view) == ["R"])
        view.highlightedImage = Letters.image(["G"])
        #expect(try Letters.shown(by: view) == ["G"])
        view.isHighlighted = false
        #expect(try Letters.shown(by: view) == ["R"])
        view.image = nil
        #expect(try Letters.shown(by: view) == ["."])
    }

    @Test("data that is no image gives no image, and a view that shows nothing")
    func undecodable() throws {
        let view = view(UIImage(data: Data("no image".utf8)), width: 1, height: 1)
        #expect(view.image == nil)
        #expect(try Letters.shown(by: view) == ["."])
    }

    @Test("asking for display does not take the image away, and nothing is drawn for a change of size")
    func display() throws {
        let view = view(four, width: 2, height: 2)
        view.setNeedsDisplay()
        #expect(try Letters.shown(by: view) == ["RG", "BW"])
        let screen = UIScreen(size: CGSize(width: 10, height: 10), scale: 1)
        let window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        window.addSubview(view)
        _ = screen.frame()
        let before = screen.counters.displayPixels
        view.bounds.size = CGSize(width: 4, height: 4)
        view.frame.origin = .zero
        let shown = try screen.frame().bitmap(CGRect(x: 0, y: 0, width: 4, height: 4), scale: 1)
        #expect(screen.counters.displayPixels == before)
        #expect(Letters.letters(shown) == ["RRGG", "RRGG", "BBWW", "BBWW"])
    }

    @Test("images are shown in turn as time is given, and the image again after the repeats")
    func animation() throws {
        let view = view(Letters.image(["K"]), width: 1, height: 1)
        view.startAnimating()
        #expect(!view.isAnimating)
        view.animationImages = ["R", "G", "B"].map { Letters.image([$0]) }
        view.animationDuration = 3
        view.animationRepeatCount = 2
        view.startAnimating()
        #expect(view.isAnimating)
        var shown = ""
        for time in 0...6 {
            view.advanceAnimation(to: 50 + Double(time))
            shown += try Letters.shown(by: view)[0]
        }
        #expect(shown == "RGBRGBK")
        #expect(!view.isAnimating)
        view.startAnimating()
        view.stopAnimating()
        #expect(!view.isAnimating)
        #expect(try Letters.shown(by: view) == ["K"])
    }

    @Test("an animated image moves by itself")
    func animatedImage() throws {
        let frames = ["R", "G"].map { Letters.image([$0]) }
        let view = view(UIImage.animatedImage(with: frames, duration: 1), width: 1, height: 1)
        #expect(view.isAnimating)
        #expect(try Letters.shown(by: view) == ["R"])
        view.advanceAnimation(to: 0)
        view.advanceAnimation(to: 0.5)
        #expect(try Letters.shown(by: view) == ["G"])
        view.advanceAnimation(to: 1)
        #expect(try Letters.shown(by: view) == ["R"])
    }

    @Test("in a window the screen's frames give the time, and none is wanted until the next image is due")
    func inWindow() throws {
        let rig = MotionRig()
        let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
        view.animationImages = ["R", "G", "B"].map { Letters.image([$0]) }
        (view.animationDuration, view.animationRepeatCount) = (3, 1)
        view.image = Letters.image(["K"])
        rig.window.addSubview(view)
        view.startAnimating()
        func letter() throws -> String {
            try Letters.letters(rig.screen.frame().bitmap(CGRect(x: 0, y: 0, width: 1, height: 1), scale: 1))[0]
        }
        #expect(try letter() == "R" && rig.isAtRest)
        rig.clock.advance(by: 0.9)
        #expect(rig.isAtRest)
        rig.clock.advance(by: 0.1)
        #expect(!rig.isAtRest)
        #expect(try letter() == "G" && rig.isAtRest)
        rig.clock.advance(by: 1)
        #expect(try letter() == "B")
        rig.clock.advance(by: 1)
        #expect(try letter() == "K" && !view.isAnimating && rig.isAtRest)
        view.image = UIImage.animatedImage(with: ["R", "G"].map { Letters.image([$0]) }, duration: 1)
        #expect(try letter() == "R")
        rig.clock.advance(by: 0.5)
        #expect(try letter() == "G")
        view.removeFromSuperview()
        rig.frame(after: 0.5)
        #expect(rig.isAtRest)
    }

    @Test("an archive has the images and the animation's times")
    func archive() throws {
        let view = view(four, width: 2, height: 2)
        view.highlightedImage = Letters.image(["R"])
        view.animationDuration = 2.5
        view.animationRepeatCount = 3
        let copy = try #require(try archivedCopy(of: view))
        copy.layer.magnificationFilter = .nearest
        #expect(try Letters.shown(by: copy) == ["RG", "BW"])
        #expect(copy.highlightedImage?.size == CGSize(width: 1, height: 1))
        #expect(copy.animationDuration == 2.5 && copy.animationRepeatCount == 3)
    }
}
