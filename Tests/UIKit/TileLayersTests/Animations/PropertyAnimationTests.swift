import Foundation
import Testing
import TileGraphics

@testable import TileLayers

@Suite("Animations of properties")
struct PropertyAnimationTests {
    @Test("go from the first frame that they are in, and leave the property as it is set")
    func basic() {
        let rig = AnimationRig()
        rig.clock.advance(by: 5)
        rig.add(CABasicAnimation("position.x", from: 0, to: 100, seconds: 2))
        #expect(isClose(rig.values("position.x", at: [0, 0.5, 1, 1.9]), [0, 25, 50, 95]))
        #expect(isClose([rig.nodeX], [95 - 10]) && rig.layer.position.x == 10)
        rig.frame(after: 0.1)
        #expect(rig.nodeX == 0 && rig.layer.presentation() === rig.layer && rig.layer.animationKeys() == nil)
        #expect(!rig.host.isAnythingPending)
    }

    @Test(
        "the ends that are given say what happens",
        arguments: [
            (10, 20, nil, [10, 15, 20]), (10, nil, 4, [10, 12, 14]), (nil, 20, 4, [16, 18, 20]),
            (10, nil, nil, [10, 20, 30]), (nil, 20, nil, [30, 25, 20]), (nil, nil, 6, [30, 33, 36]),
            (nil, nil, nil, [30, 30, 30]),
        ] as [(Int?, Int?, Int?, [Double])])
    func ends(from: Int?, to: Int?, by: Int?, expected: [Double]) {
        let rig = AnimationRig()
        rig.layer.cornerRadius = 30
        let animation = CABasicAnimation("cornerRadius", from: from, to: to, seconds: 1)
        animation.byValue = by
        rig.add(animation)
        #expect(isClose(rig.values("cornerRadius", at: [0, 0.5, 0.999999999]), expected, tolerance: 1e-6))
    }

    @Test("add to what is set and to each other, and gather from repeat to repeat")
    func additive() {
        let rig = AnimationRig()
        rig.layer.position.x = 50
        for key in ["a", "b"] {
            let animation = CABasicAnimation("position.x", from: 10, to: 0, seconds: 1)
            animation.isAdditive = true
            rig.add(animation, key: key)
        }
        #expect(rig.values("position.x", at: [0, 0.5]) == [70, 60])
        rig.layer.position.x = 150
        rig.frame()
        #expect(rig.shown.position.x == 160)

        let other = AnimationRig()
        let turning = CABasicAnimation("transform.rotation.z", from: 0, to: 0.5, seconds: 1)
        (turning.isCumulative, turning.repeatCount) = (true, 3)
        other.add(turning)
        #expect(isClose(other.values("transform.rotation.z", at: [0.5, 1.5, 2.5]), [0.25, 0.75, 1.25]))
    }

    @Test("reach parts of properties, and leave the other parts as they are")
    func parts() {
        let rig = AnimationRig()
        rig.layer.transform = CATransform3DMakeScale(2, 2, 1)
        rig.add(CABasicAnimation("transform.rotation.z", from: 0, to: 1, seconds: 1), key: "turn")
        rig.add(CABasicAnimation("bounds.size.width", from: 20, to: 40, seconds: 1), key: "wide")
        rig.add(CABasicAnimation("transform.translation.y", from: 0, to: 8, seconds: 1), key: "down")
        rig.frame()
        rig.frame(after: 0.5)
        let parts = TransformParts(rig.shown.transform)
        #expect(isClose([parts.rotation.z, parts.scale.x, parts.translation.y], [0.5, 2, 4]))
        #expect(rig.shown.bounds == CGRect(x: 0, y: 0, width: 30, height: 20))
    }

    @Test("every kind of value has its way")
    func values() {
        let shape = CAShapeLayer()
        let rig = AnimationRig(shape)
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        shape.addSublayer(gradient)
        func rect(_ width: Double) -> CGPath {
            CGPath(rect: CGRect(x: 0, y: 0, width: width, height: 1), transform: nil)
        }
        shape.add(CABasicAnimation("path", from: rect(10), to: rect(20), seconds: 1), forKey: "path")
        shape.add(CABasicAnimation("fillColor", from: CGColor.red, to: CGColor.blue, seconds: 1), forKey: "fill")
        shape.add(CABasicAnimation("strokeColor", from: nil, to: CGColor.green, seconds: 1), forKey: "stroke")
        shape.add(CABasicAnimation("hidden", from: false, to: true, seconds: 1), forKey: "hidden")
        shape.add(CABasicAnimation("lineCap", from: "butt", to: "round", seconds: 1), forKey: "cap")
        shape.add(
            CABasicAnimation(
                "shadowOffset", from: CGSize.zero, to: NSValue(cgSize: CGSize(width: 4, height: 8)), seconds: 1),
            forKey: "offset")
        gradient.add(
            CABasicAnimation(
                "colors", from: [CGColor.red, CGColor.white], to: [CGColor.blue, CGColor.black], seconds: 1),
            forKey: "colors")
        gradient.add(CABasicAnimation("locations", from: [0, 0.2], to: [0.5, 1.0], seconds: 1), forKey: "places")
        rig.frame()
        rig.frame(after: 0.25)
        let shown = shape.presentation()!
        #expect(shown.path?.boundingBox.width == 12.5)
        #expect(shown.fillColor == CGColor(red: 0.75, green: 0, blue: 0.25, alpha: 1))
        #expect(shown.strokeColor == CGColor(red: 0, green: 1, blue: 0, alpha: 0.25))
        #expect(!shown.isHidden && shown.lineCap == .butt && shown.shadowOffset == CGSize(width: 1, height: 2))
        let colors = gradient.presentation()?.colors as? [CGColor]
        #expect(colors?[0] == CGColor(red: 0.75, green: 0, blue: 0.25, alpha: 1) && colors?.count == 2)
        #expect(isClose((gradient.presentation()?.locations ?? []).map(\.doubleValue), [0.125, 0.4]))
        rig.frame(after: 0.5)
        #expect(shape.presentation()!.isHidden && shape.presentation()!.lineCap == .round && !shape.isHidden)
    }

    @Test("transforms in boxes count as transforms")
    func boxes() {
        let scale = CATransform3DMakeScale(3, 3, 1)
        guard case .transform(let unboxed) = AnimatedValue(NSValue(caTransform3D: scale)) else {
            Issue.record("no transform")
            return
        }
        #expect(unboxed == scale)
    }

    @Test("paths of other elements, and lists of other lengths, change half way")
    func mismatches() {
        let (a, b) = (
            CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil),
            CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
        )
        let segment = AnimatedSegment(from: AnimatedValue(a), to: AnimatedValue(b))
        #expect(segment.value(at: 0.4).value as? CGPath == a && segment.value(at: 0.6).value as? CGPath == b)
        let lists = AnimatedSegment(from: AnimatedValue([1, 2]), to: AnimatedValue([3]))
        #expect((lists.value(at: 0.9).value as? [Any])?.count == 1)
    }

    @Test("transforms turn the shorter way and keep their size on it")
    func transforms() {
        func blend(_ a: CATransform3D, _ b: CATransform3D, at part: Double) -> CATransform3D {
            guard case .transform(let made) = AnimatedSegment(from: .transform(a), to: .transform(b)).value(at: part)
            else {
                return CATransform3DIdentity
            }
            return made
        }
        func isNear(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
            let (x, y) = (a.rows, b.rows)
            let miss = [x.0 - y.0, x.1 - y.1, x.2 - y.2, x.3 - y.3].map { ($0 * $0).sum() }.reduce(0, +)
            return miss < 1e-18
        }
        let quarter = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        #expect(isNear(blend(CATransform3DIdentity, quarter, at: 0.5), CATransform3DMakeRotation(.pi / 4, 0, 0, 1)))
        let most = CATransform3DMakeRotation(1.5 * .pi, 0, 0, 1)
        #expect(isNear(blend(CATransform3DIdentity, most, at: 0.5), CATransform3DMakeRotation(-.pi / 4, 0, 0, 1)))
        let (small, large) = (CATransform3DMakeScale(1, 1, 1), CATransform3DMakeScale(3, 5, 1))
        #expect(isNear(blend(small, large, at: 0.5), CATransform3DMakeScale(2, 3, 1)))
        // A size of 0 can't be decomposed.
        #expect(isNear(blend(CATransform3DMakeScale(0, 0, 1), small, at: 0.25), CATransform3DMakeScale(0.25, 0.25, 1)))
        var state: UInt64 = 3
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53) * 4 - 2
        }
        for _ in 0..<500 {
            var t = CATransform3DMakeRotation(next(), next(), next(), next())
            t = t.concatenating(CATransform3DMakeScale(next(), next(), next()))
            t = t.concatenating(CATransform3DMakeTranslation(next(), next(), next()))
            t.m34 = next() / 1000
            let again = TransformDecomposition(t).matrix
            let (x, y) = (t.rows, again.rows)
            let miss = [x.0 - y.0, x.1 - y.1, x.2 - y.2, x.3 - y.3].map { ($0 * $0).sum() }.reduce(0, +)
            #expect(miss < 1e-16, "\(t)\n\(again)")
        }
    }

    @Test("value functions make whole turns of numbers")
    func functions() {
        let rig = AnimationRig()
        let animation = CABasicAnimation("transform", from: 0, to: 2 * Double.pi, seconds: 4)
        animation.valueFunction = CAValueFunction(name: .rotateZ)
        rig.add(animation)
        rig.frame()
        for (time, angle) in [(1.0, Double.pi / 2), (1, Double.pi), (1, -Double.pi / 2)] {
            rig.frame(after: time)
            let shown = rig.shown.transform
            #expect(abs(shown.m11 - cos(angle)) < 1e-9 && abs(shown.m12 - sin(angle)) < 1e-9)
        }
        #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "rotate")) == nil)
        let scale = CAValueFunction(name: .scale)
        #expect(scale?.transform(AnimatedValue([2, 3, 4])) == CATransform3DMakeScale(2, 3, 4))
    }

    @Test("springs go beyond and come back")
    func springs() {
        let rig = AnimationRig()
        let spring = CASpringAnimation(keyPath: "position.x")
        (spring.fromValue, spring.toValue, spring.duration) = (0, 100, spring.settlingDuration)
        rig.add(spring)
        let times = [0.1, 0.3628, 0.7255]
        let values = rig.values("position.x", at: times)
        #expect(isClose(values, times.map { spring.springMotion.progress(at: $0) * 100 }, tolerance: 1e-6))
        #expect(values[1] > 110 && values[2] < 99)
    }

    @Test("groups have a time of their own, by which their parts begin, and are cut off")
    func groups() {
        let rig = AnimationRig()
        let group = CAAnimationGroup()
        let late = CABasicAnimation("position.x", from: 0, to: 100, seconds: 10)
        late.beginTime = 1
        late.fillMode = .backwards
        let along = CABasicAnimation("opacity", from: 0, to: 1, seconds: 0)
        group.animations = [late, along]
        group.duration = 4
        rig.add(group)
        #expect(rig.values("position.x", at: [0, 1, 2, 3]) == [0, 0, 10, 20])
        #expect(rig.shown.opacity == 0.75)
        rig.frame(after: 1)
        #expect(rig.layer.animationKeys() == nil && rig.nodeX == 0)

        // A group that contains itself still ends.
        let round = CAAnimationGroup()
        round.animations = [round]
        round.duration = 1
        rig.add(round)
        rig.frame()
        rig.frame(after: 2)
        #expect(rig.layer.animationKeys() == nil)
        round.animations = nil
    }
}
