import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("An image view and its image's asset")
struct ImageVariantTests {
    @Test("the image registered for the view's traits is shown, and another when they change")
    func traits() throws {
        let image = Letters.image(["R"])
        image.imageAsset?.register(Letters.image(["K"]), with: UITraitCollection(userInterfaceStyle: .dark))
        let view = UIImageView(image: image)
        #expect(try Letters.shown(by: view) == ["R"])
        view.overrideUserInterfaceStyle = .dark
        #expect(try Letters.shown(by: view) == ["K"])
        #expect(view.image === image, "which it is, is not changed by what is shown")
        view.overrideUserInterfaceStyle = .light
        #expect(try Letters.shown(by: view) == ["R"])
    }

    @Test("a symbol's colors are those of the view's traits")
    func symbolColors() throws {
        let colors = UIImage.SymbolConfiguration(paletteColors: [.label])
        let view = UIImageView(image: UIImage(systemName: "square.fill", withConfiguration: colors))
        func middle() throws -> UInt32 {
            try Letters.bitmap(of: view)[Int(view.bounds.midX), Int(view.bounds.midY)].argb
        }
        #expect(try middle() == 0xFF00_0000)
        view.overrideUserInterfaceStyle = .dark
        #expect(try middle() == 0xFFFF_FFFF)
    }
}
