import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// The views shown in place of missing content.
@Suite("Content that is not there, as stored", .enabled(if: Font.isSystem))
struct UnavailableImageTests {
    private func picture(
        _ look: UIContentUnavailableConfiguration, _ style: UIUserInterfaceStyle, searching text: String? = nil
    ) throws -> CGImage {
        let screen = UIScreen(size: CGSize(width: 260, height: 290), scale: 1)
        screen.runsAnimations = false
        screen.traitOverrides.userInterfaceStyle = style
        return try screen.asMain {
            let controller = UIViewController()
            controller.view.backgroundColor = .systemBackground
            var state = UIContentUnavailableConfigurationState(traitCollection: screen.traitCollection)
            state.searchText = text
            let window = UIWindow(screen: screen)
            window.rootViewController = controller
            window.makeKeyAndVisible()
            // The controller's own state has no search.
            var shown = look.updated(for: state)
            shown.text = shown.text
            controller.contentUnavailableConfiguration = shown
            for _ in 0..<3 { _ = screen.frame() }
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 1))
        }
    }

    @Test("nothing there with two buttons, something that loads, and a search, in light and in dark")
    func appearance() throws {
        var empty = UIContentUnavailableConfiguration.empty()
        empty.image = UIGraphicsImageRenderer(size: CGSize(width: 56, height: 44)).image { _ in
            let path = UIBezierPath(roundedRect: CGRect(x: 4, y: 4, width: 48, height: 30), cornerRadius: 7)
            path.lineWidth = 4
            path.stroke()
            for x in [14, 36] as [CGFloat] {
                UIBezierPath(ovalIn: CGRect(x: x, y: 34, width: 8, height: 8)).fill()
            }
        }.withRenderingMode(.alwaysTemplate)
        empty.text = "No Departures"
        empty.secondaryText = "Trams leave again at five. Until then there are night buses."
        empty.button = .filled()
        empty.button.title = "Show Night Buses"
        empty.secondaryButton.title = "Reload"
        let pictures = try [UIUserInterfaceStyle.light, .dark].flatMap { style in
            [
                try picture(empty, style), try picture(.loading(), style),
                try picture(.search(), style, searching: "Funicular"),
            ]
        }
        var sheet = Sheet(columns: 3, width: 260, height: 290)
        sheet.scale = 1
        try expectImage(
            "content-unavailable",
            sheet.drawing(
                pictures.map { picture in
                    { _ in UIImage(cgImage: picture, scale: 1, orientation: .up).draw(at: .zero) }
                }))
    }
}
