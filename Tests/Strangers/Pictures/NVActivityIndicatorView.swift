import NVActivityIndicatorView
import UIKit

/// Each indicator at 0, 25, 50 and 75 % of its period: the second, when those have begun too that begin later, and a
/// millionth of a second into it, lest rounding leave it at the end of the first.
func makeView() -> UIView {
    let size = CGSize(width: 36, height: 36)
    let types = NVActivityIndicatorType.allCases.filter { $0 != .blank }
    return sheet(
        types.map { type in
            var period = 0.0
            let stage = Stage(size: size) {
                NVActivityIndicatorView(
                    frame: CGRect(origin: .zero, size: size), type: type, color: .systemIndigo, padding: 5)
            } use: { indicator in
                indicator.startAnimating()
                period = longest(indicator.layer)
            }
            check(period > 0, "\(type) does not move")
            stage.frame(after: period, frames: 10)
            stage.frame(after: 1e-6)
            let pictures = (0..<4).map { _ in
                defer { stage.frame(after: period / 4, frames: 5) }
                return stage.picture
            }
            return ("\(type), \((period * 100).rounded() / 100) s", pictures)
        }, columns: 4)
}

/// The longest time that one of a tree's animations takes, and back where it goes back.
func longest(_ layer: CALayer) -> Double {
    let own = (layer.animationKeys() ?? []).compactMap { layer.animation(forKey: $0) }
        .map { $0.duration * ($0.autoreverses ? 2 : 1) }
    return max(own.max() ?? 0, (layer.sublayers ?? []).map(longest).max() ?? 0)
}

func use(_ view: UIView, in window: UIWindow) {}
