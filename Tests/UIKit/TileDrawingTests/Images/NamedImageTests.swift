import Foundation
import Testing
import TileDrawing
import TileGraphics

@Suite("Images by name")
struct NamedImageTests {
    /// Calls `body` with the name of images `name0`… in a folder of their own among the main bundle's resources, whose
    /// other folders Foundation has listed already and does not list again.
    private func withImages(_ images: [UIImage], _ body: (String) async throws -> Void) async throws {
        let folder = "images-" + UUID().uuidString
        let url = try #require(Bundle.main.resourceURL).appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: url) }
        for (index, image) in images.enumerated() {
            try #require(image.pngData()).write(to: url.appendingPathComponent("frame\(index).png"))
        }
        try await body(folder + "/frame")
    }

    @Test("An animation by name has the images name0, name1 and so on, up to the first that is missing")
    func animations() async throws {
        try await withImages([image(["rgb"]), image(["gbr"]), image(["brg"])]) { name in
            let animation = try #require(UIImage.animatedImageNamed(name, duration: 6))
            #expect(animation.images?.map { $0.cgImage!.bitmap.letters(letters)[0] } == ["rgb", "gbr", "brg"])
            #expect(animation.duration == 6 && UIImage.animatedImageNamed(name + "0", duration: 6) == nil)
        }
    }

    @Test("A resizable animation by name has caps in each of its images, and tiles unless it is told to stretch")
    func resizableAnimations() async throws {
        let caps = UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1)
        func resizable(_ name: String) -> UIImage? {
            UIImage.animatedResizableImageNamed(name, capInsets: caps, duration: 1)
        }
        func stretched(_ name: String) -> UIImage? {
            UIImage.animatedResizableImageNamed(name, capInsets: caps, resizingMode: .stretch, duration: 1)
        }
        try await withImages([image(["rgb"]), image(["gbr"])]) { name in
            for (animation, mode) in [(resizable(name), UIImage.ResizingMode.tile), (stretched(name), .stretch)] {
                let images = try #require(animation?.images)
                #expect(images.map(\.capInsets) == [caps, caps] && images.map(\.resizingMode) == [mode, mode])
            }
        }
        #expect(resizable("no such image") == nil && stretched("no such image") == nil)
    }

    @Test("An image literal is an image of the main bundle; one that is not there traps and says its name")
    func literals() async throws {
        try await withImages([image(["rg"])]) { name in
            #expect(UIImage(imageLiteralResourceName: name + "0").cgImage!.bitmap.letters(letters) == ["rg"])
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = UIImage(imageLiteralResourceName: "no such image")
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("no such image"))
    }

    @Test("Images are no symbols and of the standard range, and have the configuration that they are given")
    func kinds() {
        let plain = image(["r"])
        #expect(!plain.isSymbolImage && !plain.isHighDynamicRange && UIImage.supportsSecureCoding)
        #expect(plain.imageRestrictedToStandardDynamicRange() === plain)
        let traits = UITraitCollection(userInterfaceStyle: .dark)
        let configured = plain.withConfiguration(traits.imageConfiguration)
        #expect(configured.traitCollection.userInterfaceStyle == .dark && configured.cgImage == plain.cgImage)
    }

    @Test("Images are prepared on another thread, as they are prepared at once")
    func preparing() async {
        let plain = image(["rrrr", "rrrr"])
        let same = await withCheckedContinuation { continuation in
            plain.prepareForDisplay { continuation.resume(returning: $0) }
        }
        #expect(same === plain)
        let small = await withCheckedContinuation { continuation in
            plain.prepareThumbnail(of: CGSize(width: 2, height: 1)) { continuation.resume(returning: $0) }
        }
        #expect(small?.cgImage?.bitmap.letters(letters) == ["rr"])
        let none = await withCheckedContinuation { continuation in
            plain.prepareThumbnail(of: .zero) { continuation.resume(returning: $0) }
        }
        #expect(none == nil)
    }
}
