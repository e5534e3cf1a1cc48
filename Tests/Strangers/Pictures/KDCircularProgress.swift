import KDCircularProgress
import UIKit

private let size = CGSize(width: 90, height: 90)

/// An angle that its layer redraws at each frame: it grows, is stopped half way, and goes back. A color follows the
/// angle.
func makeView() -> UIView {
    let (plain, lerped) = (
        make { $0.glowAmount = 0.5 },
        make {
            $0.lerpColorMode = true; $0.clockwise = false
        }
    )
    return sheet([
        ("to 300 degrees in 2 s, and 90 degrees in 1 s after a second", turn(plain)), ("two colors", turn(lerped)),
    ])
}

private func make(_ change: (KDCircularProgress) -> Void) -> KDCircularProgress {
    let progress = KDCircularProgress(frame: CGRect(origin: .zero, size: size), colors: .systemPink, .systemYellow)
    progress.startAngle = -90
    progress.trackColor = .systemGray5
    change(progress)
    return progress
}

private func turn(_ progress: KDCircularProgress) -> [UIImage] {
    var ends: [Bool] = []
    let stage = Stage(size: size) {
        progress
    } use: {
        $0.animate(fromAngle: 0, toAngle: 300, duration: 2) { ends.append($0) }
    }
    var pictures = [stage.picture]
    stage.frame(after: 0.5)
    pictures.append(stage.picture)
    stage.frame(after: 0.5)
    pictures.append(stage.picture)
    stage.act { progress.pauseAnimation() }
    stage.frame(after: 0)
    check(abs(progress.angle - 150) < 0.01 && ends == [false], "half way it is at \(progress.angle), \(ends)")
    stage.act { progress.animate(toAngle: 90, duration: 1) { ends.append($0) } }
    stage.frame(after: 0)
    stage.frame(after: 0.5)
    pictures.append(stage.picture)
    stage.frame(after: 0.5)
    pictures.append(stage.picture)
    stage.frame(after: 0.1)
    check(ends == [false, true] && progress.angle == 90, "it ended at \(progress.angle), \(ends)")
    return pictures
}

func use(_ view: UIView, in window: UIWindow) {}
