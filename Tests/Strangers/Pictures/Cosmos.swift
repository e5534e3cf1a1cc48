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

func use(_ view: UIView, in window: UIWindow) {
    TouchSequence(in: window).tap(at: CGPoint(x: 150, y: 168), timestamp: 1)
}
