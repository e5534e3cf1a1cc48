import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import TileViews
import ViewContent

/// A view with a button, a view that can be tapped, one that follows a finger, and a label.
private final class Desk: UIView {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    let tapped = UIView(frame: CGRect(x: 100, y: 0, width: 100, height: 50))
    let followed = Followed(frame: CGRect(x: 200, y: 0, width: 100, height: 50))
    private(set) var log: [String] = []

    final class Followed: UIView {
        var points: [CGPoint] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches) }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches) }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { points.append(.zero) }
        private func note(_ touches: Set<UITouch>) { points += touches.map { $0.location(in: self) } }
    }

    init() {
        super.init(frame: CGRect(x: 0, y: 0, width: 400, height: 50))
        let label = UILabel(frame: CGRect(x: 300, y: 0, width: 100, height: 50))
        label.text = "Label"
        button.addAction(
            UIAction { [unowned self] _ in
                log.append("button")
                backgroundColor = .red
            }, for: .touchUpInside)
        let tap = UITapGestureRecognizer()
        tap.addAction(UIAction { [unowned self] _ in log.append("tap") })
        tapped.addGestureRecognizer(tap)
        for view in [button, tapped, followed, label] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }
}

@Suite("Fingers on a tree of views as content")
struct ViewTouchTests {
    private let source = ViewSource(Desk())

    private func finger(_ number: Int, of person: UInt64 = 1) -> ContentTouch.Finger {
        .init(person: person, number: number)
    }

    private func play(
        _ phase: ContentTouch.Phase, _ x: Double, finger: Int = 0, of person: UInt64 = 1
    ) -> Set<ContentTouch.Finger> {
        source.touch([ContentTouch(self.finger(finger, of: person), phase, at: CGPoint(x: x, y: 25))])
    }

    @Test("are a button's, a recognizer's, and a view's that takes touches; the rest is told to be nobody's")
    func whose() {
        #expect(play(.began, 50) == [finger(0)])
        #expect(play(.ended, 50) == [])
        #expect(play(.began, 150) == [finger(0)])
        _ = play(.ended, 150)
        #expect(play(.began, 250) == [finger(0)])
        _ = play(.moved, 260)
        _ = play(.ended, 260)
        // A touch on the label, and phases of fingers that are not down.
        #expect(play(.began, 350) == [])
        _ = play(.moved, 50)
        _ = play(.ended, 50)
        #expect(source.update { $0.log } == ["button", "tap"])
        #expect(source.update { $0.followed.points } == [CGPoint(x: 50, y: 25), CGPoint(x: 60, y: 25)])
    }

    @Test("bring about changes that are told before the call returns")
    func changes() {
        let told = Lock(0)
        let subscription = source.subscribe { _ in told.withLock { $0 += 1 } }
        defer { _ = consume subscription }
        _ = play(.began, 50)
        let before = told.withLock { $0 }
        _ = play(.ended, 50)
        #expect(told.withLock { $0 } > before)
    }

    @Test("of two people are two, also by the same number")
    func people() {
        let both = source.touch([1, 2].map { ContentTouch(finger(0, of: $0), .began, at: CGPoint(x: 210, y: 25)) })
        // The view gets the second finger, too, but uses only one at a time unless it allows several.
        #expect(both == [finger(0, of: 1), finger(0, of: 2)])
        source.update { $0.followed.isMultipleTouchEnabled = true }
        #expect(play(.began, 220, of: 3) == [finger(0, of: 3)])
        _ = play(.moved, 230, of: 3)
        _ = play(.cancelled, 230, of: 1)
        #expect(source.update { $0.followed.points.map(\.x) } == [10, 20, 30, 0])
    }
}
