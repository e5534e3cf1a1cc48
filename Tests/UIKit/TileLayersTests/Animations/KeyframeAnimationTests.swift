import Foundation
import Testing
import TileGraphics

@testable import TileLayers

@Suite("Keyframes")
struct KeyframeAnimationTests {
    private func values(
        _ list: [Any], at times: [Double], _ change: (CAKeyframeAnimation) -> Void = { _ in }
    ) -> [Double] {
        let rig = AnimationRig()
        let animation = CAKeyframeAnimation(keyPath: "position.x")
        animation.values = list
        animation.duration = 1
        change(animation)
        rig.add(animation)
        return rig.values("position.x", at: times)
    }

    @Test("values are reached at equal times, or at those that are given")
    func times() {
        #expect(isClose(values([0, 10, 40], at: [0, 0.25, 0.5, 0.75]), [0, 5, 10, 25]))
        #expect(isClose(values([0, 10, 40], at: [0.1, 0.2, 0.6]) { $0.keyTimes = [0, 0.2, 1] }, [5, 10, 25]))
        // Invalid lists of times are ignored.
        for wrong in [[0, 1], [0, 0.9, 0.1], [0, 0.5, 7], [Double.nan, 0.5, 1]] {
            let times = wrong.map { NSNumber(value: $0) }
            #expect(isClose(values([0, 10, 40], at: [0.25]) { $0.keyTimes = times }, [5]))
        }
    }

    @Test("discrete values stay until the next one's time")
    func discrete() {
        let set = { (animation: CAKeyframeAnimation) in animation.calculationMode = .discrete }
        #expect(values([1, 2, 3, 4], at: [0, 0.24, 0.25, 0.9], set) == [1, 1, 2, 4])
        #expect(
            values([1, 2], at: [0, 0.69, 0.71]) {
                $0.calculationMode = .discrete
                $0.keyTimes = [0, 0.7, 1]
            } == [1, 1, 2])
    }

    @Test("each way has its pace, and the whole has one")
    func paces() {
        let ease = CAMediaTimingFunction(name: .easeIn)
        let eased = ease.curve.progress(at: 0.5)
        #expect(
            isClose(
                values([0, 10, 20], at: [0.25, 0.75]) {
                    $0.timingFunctions = [ease, CAMediaTimingFunction(name: .linear)]
                }, [10 * eased, 15]))
        #expect(isClose(values([0, 10, 20], at: [0.5]) { $0.timingFunction = ease }, [20 * eased]))
    }

    @Test("paced ones go at one speed, smooth ones without corners through their values")
    func modes() {
        #expect(isClose(values([0, 10, 40], at: [0.25, 0.5, 0.75]) { $0.calculationMode = .paced }, [10, 20, 30]))
        let smooth = values([0, 10, 40, 20], at: [0, 1.0 / 3, 0.5, 2.0 / 3]) { $0.calculationMode = .cubic }
        #expect(isClose([smooth[0], smooth[1], smooth[3]], [0, 10, 40], tolerance: 1e-5))
        // Catmull-Rom: halfway, 9/16 of the neighbors minus 1/16 of those beyond.
        #expect(abs(smooth[2] - (9.0 / 16 * 50 - 1.0 / 16 * 20)) < 1e-6)
        let near = values([0, 10, 40, 20], at: [1.0 / 3 - 1e-4, 1.0 / 3, 1.0 / 3 + 1e-4]) {
            $0.calculationMode = .cubic
        }
        #expect(abs((near[1] - near[0]) - (near[2] - near[1])) < 1e-4)
        let tight = values([0, 10, 40, 20], at: [1.0 / 3 + 1e-3]) {
            $0.calculationMode = .cubic
            $0.tensionValues = [1, 1, 1, 1]
        }
        #expect(abs(tight[0] - 10) < 1e-2)
    }

    @Test("along a path, by its pieces or at one speed, turned along it")
    func paths() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addLine(to: CGPoint(x: 100, y: 0))
        path.addLine(to: CGPoint(x: 100, y: 20))
        let rig = AnimationRig()
        let animation = CAKeyframeAnimation(keyPath: "position")
        (animation.path, animation.duration, animation.rotationMode) = (path, 1, .rotateAuto)
        rig.add(animation)
        #expect(isClose(rig.values("position.x", at: [0.25]), [50]))
        #expect(abs(TransformParts(rig.shown.transform).rotation.z) < 1e-9)
        rig.frame(after: 0.5)
        #expect(rig.shown.position == CGPoint(x: 100, y: 10))
        #expect(abs(TransformParts(rig.shown.transform).rotation.z - .pi / 2) < 1e-9)
        animation.calculationMode = .paced
        rig.add(animation)
        #expect(isClose(rig.values("position.x", at: [0.25, 0.5]), [30, 60]))
        rig.frame(after: 0.5)
        #expect(rig.shown.transform == CATransform3DIdentity)
    }

    @Test("a circle is gone round at one speed, within a thousandth of its radius")
    func circle() {
        let rig = AnimationRig()
        let animation = CAKeyframeAnimation(keyPath: "position")
        animation.path = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
        (animation.duration, animation.calculationMode) = (1, .paced)
        rig.add(animation)
        rig.frame()
        for step in 1..<16 {
            rig.frame(after: 1.0 / 16)
            let angle = Double(step) / 16 * 2 * .pi
            let place = rig.shown.position
            #expect(
                abs(Double(place.x) - 100 * cos(angle)) < 0.1 && abs(abs(Double(place.y)) - abs(100 * sin(angle))) < 0.1
            )
        }
    }

    @Test("no values, one value, and a path without lines leave the property alone, or at that")
    func few() {
        #expect(values([], at: [0.5]) == [10])
        #expect(values([7], at: [0.5]) == [7])
        #expect(values([7, "x", 9], at: [0.1]).count == 1)
        let rig = AnimationRig()
        let animation = CAKeyframeAnimation(keyPath: "position")
        animation.path = CGMutablePath()
        animation.duration = 1
        rig.add(animation)
        #expect(rig.values("position.x", at: [0.5]) == [10])
    }
}
