import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileViews

@Suite("Views' looks as stored")
struct ViewLookImageTests {
    private func view(_ change: (UIView) -> Void) -> UIView {
        let view = UIView(frame: CGRect(x: 8, y: 8, width: 32, height: 32))
        view.backgroundColor = .systemTeal
        let child = UIView(frame: CGRect(x: 16, y: 16, width: 24, height: 24))
        child.backgroundColor = .systemPink
        view.addSubview(child)
        change(view)
        return view
    }

    @Test("clipping, alpha of a group, hidden, transforms, masks, and dark colors")
    func appearance() throws {
        let mask = UIView(frame: CGRect(x: 4, y: 4, width: 24, height: 36))
        mask.backgroundColor = .black
        mask.layer.cornerRadius = 12
        try expectImage(
            "view-looks",
            Sheet(columns: 4, width: 48, height: 48).views([
                view { _ in }, view { $0.clipsToBounds = true }, view { $0.alpha = 0.5 },
                view { $0.subviews[0].isHidden = true },
                view { $0.transform = CGAffineTransform(rotationAngle: .pi / 6).scaledBy(x: 0.8, y: 0.8) },
                view { $0.bounds.origin = CGPoint(x: 8, y: 4) }, view { $0.mask = mask },
                view {
                    $0.overrideUserInterfaceStyle = .dark
                    $0.backgroundColor = .systemBackground
                    $0.subviews[0].backgroundColor = .label
                },
            ]))
    }

    @Test("the tint color comes from above, and is grey while it is dimmed")
    func tint() throws {
        func tinted(_ change: (UIView) -> Void) -> UIView {
            let view = UIView(frame: CGRect(x: 8, y: 8, width: 32, height: 32))
            let image = UIImageView(image: TestImage.star.withRenderingMode(.alwaysTemplate))
            image.frame = view.bounds
            view.addSubview(image)
            change(view)
            return view
        }
        try expectImage(
            "view-tint",
            Sheet(columns: 4, width: 48, height: 48).views([
                tinted { _ in }, tinted { $0.tintColor = .systemPurple },
                tinted {
                    $0.tintColor = .systemPurple
                    $0.tintAdjustmentMode = .dimmed
                },
                tinted {
                    $0.tintColor = .systemPurple
                    $0.subviews[0].tintColor = .systemOrange
                },
            ]))
    }
}
