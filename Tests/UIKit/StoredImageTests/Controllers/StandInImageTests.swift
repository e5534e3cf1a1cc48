import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

@Suite("Activities and color pickers as stored", .enabled(if: Font.isSystem))
struct StandInImageTests {
    private static let size = CGSize(width: 340, height: 520)

    private final class Named: UIActivity {
        private let (name, symbol): (String, String)
        init(_ name: String, symbol: String) { (self.name, self.symbol) = (name, symbol) }
        override var activityTitle: String? { name }
        override var activityImage: UIImage? { UIImage(systemName: symbol) }
        override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
    }

    private func picture(_ index: Int, _ make: () -> UIViewController) throws -> CGImage {
        let screen = UIScreen(size: Self.size, scale: 1)
        screen.traitOverrides.userInterfaceStyle = index == 1 ? .dark : .light
        screen.traitOverrides.layoutDirection = index == 2 ? .rightToLeft : .leftToRight
        screen.traitOverrides.preferredContentSizeCategory = index == 3 ? .accessibilityExtraExtraExtraLarge : .large
        return try screen.asMain {
            let window = UIWindow(screen: screen)
            window.rootViewController = make()
            window.makeKeyAndVisible()
            _ = screen.frame()
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 1))
        }
    }

    @Test("in light, in dark, from right to left and with the largest text")
    func appearances() throws {
        let pictures =
            try (0..<4).map { index in
                try picture(index) {
                    UIActivityViewController(
                        activityItems: ["Platform 4"],
                        applicationActivities: [
                            Named("Save to Trips", symbol: "tram"), Named("Favorite", symbol: "star"),
                        ])
                }
            }
            + (0..<4).map { index in
                try picture(index) {
                    let picker = UIColorPickerViewController()
                    picker.selectedColor = .systemIndigo.withAlphaComponent(0.7)
                    return picker
                }
            }
            + (0..<4).map { index in
                try picture(index) {
                    let picker = UIImagePickerController()
                    let colors: [UIColor] = [.systemTeal, .systemOrange, .systemIndigo, .systemGreen, .systemPink]
                    picker.photos = colors.enumerated().map { number, color in
                        let size = CGSize(width: 60 + 20 * number, height: 100)
                        return UIGraphicsImageRenderer(size: size).image { context in
                            color.setFill()
                            context.fill(CGRect(origin: .zero, size: size))
                            UIColor.white.setFill()
                            context.cgContext.fillEllipse(in: CGRect(x: 10, y: 40, width: 30, height: 30))
                        }
                    }
                    return picker
                }
            }
        var sheet = Sheet(columns: 4, width: Self.size.width, height: Self.size.height)
        sheet.scale = 1
        try expectImage(
            "activities-and-colors",
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 1, orientation: .up).draw(at: .zero) }
                }))
    }
}
