import MarqueeLabel
import UIKit

private let size = CGSize(width: 130, height: 26)

/// Text that is too long, which runs through its label and fades at both ends: after itself, and there and back.
func makeView() -> UIView {
    sheet(
        [
            ("continuous", .continuous), ("continuousReverse", .continuousReverse), ("leftRight", .leftRight),
            ("left", .left),
        ]
        .map { (title: String, type: MarqueeLabel.MarqueeType) in (title, run(type)) })
}

private func run(_ type: MarqueeLabel.MarqueeType) -> [UIImage] {
    let stage = Stage(size: size) {
        let label = MarqueeLabel(frame: CGRect(origin: .zero, size: size), duration: 4, fadeLength: 20)
        label.type = type
        label.animationDelay = 0.5
        label.trailingBuffer = 30
        label.font = .systemFont(ofSize: 17)
        label.text = "A line that is much longer than its label"
        return label
    }
    return (0..<6).map { _ in
        defer { stage.frame(after: 0.9, frames: 9) }
        return stage.picture
    }
}

func use(_ view: UIView, in window: UIWindow) {}
