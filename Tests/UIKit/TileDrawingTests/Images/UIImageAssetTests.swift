import Foundation
import Testing
import TileDrawing

@Suite("Assets of images")
struct UIImageAssetTests {
    private let light = image(["r"])
    private let dark = image(["k"])
    private let darkTraits = UITraitCollection(userInterfaceStyle: .dark)

    @Test("an image's asset has the image itself, until others are registered")
    func ownAsset() throws {
        let asset = try #require(light.imageAsset)
        #expect(light.imageAsset === asset)
        #expect(asset.image(with: darkTraits) == light)
        asset.register(dark, with: darkTraits)
        #expect(asset.image(with: darkTraits) == dark)
        #expect(asset.image(with: UITraitCollection(userInterfaceStyle: .light)) == light)
        #expect(asset.image(with: darkTraits).imageAsset === asset, "what it gives belongs to it")
        asset.unregister(with: darkTraits)
        #expect(asset.image(with: darkTraits) == light)
    }

    @Test("the image meant for most of the traits is taken, and none that is meant for others")
    func best() {
        let asset = UIImageAsset()
        #expect(asset.image(with: darkTraits).cgImage == nil, "it has none")
        let (plain, darkHigh) = (image(["g"]), image(["b"]))
        asset.register(plain, with: UITraitCollection())
        asset.register(dark, with: darkTraits)
        let both = darkTraits.modifyingTraits { $0.accessibilityContrast = .high }
        asset.register(darkHigh, with: both)
        #expect(asset.image(with: both) == darkHigh)
        #expect(asset.image(with: darkTraits) == dark)
        #expect(asset.image(with: UITraitCollection(accessibilityContrast: .high)) == plain)
        asset.register(light, with: darkTraits)
        #expect(asset.image(with: darkTraits) == light, "in place of the one before")
    }

    @Test(
        "of several scales the nearest is taken, a finer one before a coarser",
        arguments: [(1, 1), (2, 3), (3, 3), (4, 3)])
    func scales(wanted: CGFloat, taken: CGFloat) {
        let asset = UIImageAsset()
        for scale in [1, 3] as [CGFloat] {
            asset.register(image(["rr"], scale: scale), with: UITraitCollection(displayScale: scale))
        }
        #expect(asset.image(with: UITraitCollection(displayScale: wanted)).scale == taken)
        #expect(asset.image(with: UIImage.Configuration(traitCollection: .init(displayScale: wanted))).scale == taken)
    }

    @Test("neither an image nor its asset keeps the other alive")
    func memory() {
        weak var image: UIImage?
        weak var asset: UIImageAsset?
        do {
            let made = Self.made()
            image = made
            asset = made.imageAsset
            #expect(asset != nil)
        }
        #expect(image == nil && asset == nil)
    }

    private static func made() -> UIImage { TileDrawingTests.image(["r"]) }
}
