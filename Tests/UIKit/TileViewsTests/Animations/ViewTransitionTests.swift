import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("Transitions of views")
struct ViewTransitionTests {
    private func pixel(_ rig: MotionRig, x: Int, y: Int) throws -> PixelColor {
        try rig.screen.frame().bitmap(rig.screen.bounds, scale: 1)[x, y]
    }

    private func rig() -> MotionRig {
        let rig = MotionRig()
        rig.view.frame = CGRect(x: 100, y: 100, width: 200, height: 200)
        rig.view.backgroundColor = .red
        rig.window.backgroundColor = .white
        rig.frame()
        return rig
    }

    @Test("a dissolve is a mean of both at each pixel, and of nothing where there was nothing")
    func dissolve() throws {
        let rig = rig()
        var ends: [Bool] = []
        UIView.transition(with: rig.view, duration: 1, options: [.transitionCrossDissolve, .curveLinear]) {
            rig.view.backgroundColor = .blue
        } completion: {
            ends.append($0)
        }
        rig.frame()
        #expect(try pixel(rig, x: 200, y: 200) == PixelColor(argb: 0xFFFF_0000))
        rig.frame(after: 0.5)
        let half = try pixel(rig, x: 200, y: 200)
        #expect(abs(Int(half.red) - 128) <= 1 && half.green == 0 && abs(Int(half.blue) - 128) <= 1 && half.alpha == 255)
        #expect(try pixel(rig, x: 50, y: 50) == .white)
        rig.frame(after: 0.6)
        rig.frame()
        #expect(try pixel(rig, x: 200, y: 200) == PixelColor(argb: 0xFF00_00FF))
        #expect(ends == [true] && rig.isAtRest)
    }

    @Test("a flip shows the old side in its first half, narrow in its middle, and the new side after")
    func flip() throws {
        let rig = rig()
        UIView.transition(with: rig.view, duration: 1, options: [.transitionFlipFromLeft, .curveLinear]) {
            rig.view.backgroundColor = .blue
        }
        rig.frame()
        rig.frame(after: 0.25)
        let early = try pixel(rig, x: 200, y: 200)
        #expect(early.red > 200 && early.blue < 50)
        #expect(try pixel(rig, x: 105, y: 200) == .white)
        rig.frame(after: 0.25)
        #expect(try pixel(rig, x: 150, y: 200) == .white)
        rig.frame(after: 0.25)
        let late = try pixel(rig, x: 200, y: 200)
        #expect(late.blue > 200 && late.red < 50)
    }

    @Test("a curl uncovers the new page from the lower edge")
    func curl() throws {
        let rig = rig()
        UIView.transition(with: rig.view, duration: 1, options: [.transitionCurlUp, .curveLinear]) {
            rig.view.backgroundColor = .blue
        }
        rig.frame()
        rig.frame(after: 0.6)
        #expect(try pixel(rig, x: 200, y: 290) == PixelColor(argb: 0xFF00_00FF))
        #expect(try pixel(rig, x: 200, y: 110) == PixelColor(argb: 0xFFFF_0000))
    }

    @Test("one view takes another's place in their superview, or is shown in it")
    func between() throws {
        let rig = rig()
        let (old, new) = (UIView(frame: rig.view.bounds), UIView(frame: rig.view.bounds))
        old.backgroundColor = .green
        new.backgroundColor = .blue
        rig.view.addSubview(old)
        rig.frame()
        UIView.transition(from: old, to: new, duration: 1, options: .transitionCrossDissolve)
        #expect(old.superview == nil && new.superview === rig.view)
        rig.frame()
        #expect(try pixel(rig, x: 200, y: 200) == PixelColor(argb: 0xFF00_FF00))
        rig.frame(after: 2)
        rig.frame()
        UIView.transition(
            from: new, to: old, duration: 1, options: [.transitionFlipFromTop, .showHideTransitionViews])
        #expect(new.isHidden && !old.isHidden && new.superview === rig.view)
        rig.frame()
        rig.frame(after: 2)
        rig.frame()
        #expect(rig.isAtRest)
    }

    @Test(
        "layers push, move in and reveal from each side", arguments: [CATransitionType.push, .moveIn, .reveal, .fade])
    func sides(type: CATransitionType) throws {
        for subtype in [CATransitionSubtype.fromLeft, .fromRight, .fromTop, .fromBottom] {
            let rig = rig()
            let transition = CATransition()
            (transition.type, transition.subtype, transition.duration) = (type, subtype, 1)
            rig.view.layer.add(transition, forKey: "any")
            #expect(rig.view.layer.animationKeys() == [kCATransition])
            UIView.performWithoutAnimation { rig.view.backgroundColor = .blue }
            rig.frame()
            rig.frame(after: 0.75)
            let places: [CATransitionSubtype: (old: (Int, Int), new: (Int, Int))] = [
                .fromLeft: ((290, 200), (110, 200)), .fromRight: ((110, 200), (290, 200)),
                .fromTop: ((200, 110), (200, 290)), .fromBottom: ((200, 290), (200, 110)),
            ]
            let place = try #require(places[subtype])
            if type != .fade {
                #expect(
                    try pixel(rig, x: place.old.0, y: place.old.1) == PixelColor(argb: 0xFFFF_0000),
                    "\(type) \(subtype)")
                #expect(
                    try pixel(rig, x: place.new.0, y: place.new.1) == PixelColor(argb: 0xFF00_00FF),
                    "\(type) \(subtype)")
            }
            rig.frame(after: 1)
            rig.frame()
            #expect(rig.view.layer.animationKeys() == nil)
        }
    }
}
