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
}
