import Cosmos
import UIKit

/// Ratings: as it is, half filled with text, precise in other colors, and one that a finger has set.
func makeView() -> UIView {
    let board = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    func add(_ rating: Double, at y: CGFloat, _ change: (CosmosView) -> Void) {
        let view = CosmosView()
        change(view)
        view.rating = rating
        view.frame.origin = CGPoint(x: 20, y: y)
        board.addSubview(view)
    }
    add(3, at: 20) { _ in }
    add(3.5, at: 55) {
        $0.settings.fillMode = .half
        $0.settings.starSize = 30
        $0.text = "(123)"
        $0.settings.textFont = .systemFont(ofSize: 18)
    }
    add(2.3, at: 100) {
        $0.settings.fillMode = .precise
        $0.settings.starSize = 36
        $0.settings.starMargin = 8
        $0.settings.filledColor = .systemPurple
        $0.settings.filledBorderColor = .systemPurple
        $0.settings.emptyBorderColor = .systemGray
    }
    add(0, at: 150) { $0.settings.starSize = 36 }
    return board
}

/// A finger comes down on the last one's second star, goes over the others and back, and is lifted from the fourth: the
/// rating follows it.
func use(_ view: UIView, in window: UIWindow) {
    guard let stars = view.subviews.last as? CosmosView else { return }
    var (followed, finished) = ([Double](), [Double]())
    stars.didTouchCosmos = { followed.append($0) }
    stars.didFinishTouchingCosmos = { finished.append($0) }
    let finger = TouchSequence(in: window)
    func send(_ phase: UITouch.Phase, star: Double, _ timestamp: Double) {
        let pitch = stars.settings.starSize + stars.settings.starMargin
        let place = stars.convert(CGPoint(x: (star - 0.5) * pitch, y: 18), to: nil)
        finger.send(TouchSample(phase, at: place, timestamp: timestamp))
        _ = window.screen.frame()
        check(stars.rating == followed.last, "the rating is \(stars.rating), and told was \(followed)")
    }
    send(.began, star: 2, 1)
    send(.moved, star: 3, 1.1)
    send(.moved, star: 3.1, 1.15)
    send(.moved, star: 5, 1.2)
    send(.moved, star: 7, 1.3)
    send(.moved, star: -2, 1.4)
    send(.moved, star: 4, 1.5)
    check(finished == [], "it was told of an end before the finger was lifted")
    send(.ended, star: 4, 1.6)
    check(followed == [2, 3, 5, 1, 4] && finished == [4], "the rating went \(followed), and ended as \(finished)")
}
