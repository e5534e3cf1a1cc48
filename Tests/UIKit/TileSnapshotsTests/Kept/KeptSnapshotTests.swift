import Foundation
import Testing
import TileControllers
import TileDrawing
import TileSnapshots
import TileViews

/// Tests with snapshots stored in the repository, like those of any program.
@Suite("Snapshots that are kept", .enabled(if: UIFont.systemFont(ofSize: 12).familyName.contains("DejaVu")))
struct KeptSnapshotTests {
    @Test("a controller on three devices, in both styles")
    func devices() {
        assertSnapshots(
            of: Board.shown(),
            as: .images(
                on: [.iPhoneSe, .iPhone13(.landscape), .iPadMini], precision: 0.999, perceptualPrecision: 0.96))
    }

    @Test("its views, in words")
    func words() {
        let card = card(.systemTeal)
        let label = UILabel(frame: CGRect(x: 4, y: 4, width: 30, height: 12))
        (label.text, label.alpha) = ("Line 4", 0.5)
        card.addSubview(label)
        assertSnapshot(of: card, as: .recursiveDescription)
    }
}
