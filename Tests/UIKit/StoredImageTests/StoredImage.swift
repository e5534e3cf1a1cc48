import Foundation
import Testing
import TileDrawing
import TileGraphics

/// An image in the folder Images, with which a drawing is compared.
///
/// A drawing that differs by more than `ImageDifference.Tolerance` fails its test; the drawing and the difference are
/// then written to a folder that the failure names. When drawing is meant to change, the images are stored again by
///
///     TILEWORK_STORE_IMAGES=1 swift test --filter StoredImageTests
///
/// which writes those that are missing or differ and no others. Look at each of them before it is committed.
struct StoredImage {
    let name: String

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Images")
    private static let isStoring = ProcessInfo.processInfo.environment["TILEWORK_STORE_IMAGES"] == "1"

    private var file: URL { Self.folder.appendingPathComponent(name + ".png") }

    private var stored: Bitmap? { (try? Data(contentsOf: file)).flatMap { CGImage.decoding($0) }?.bitmap }

    func compare(_ drawn: Bitmap, tolerance: ImageDifference.Tolerance, location: SourceLocation) throws {
        let stored = stored
        let difference = stored.flatMap { ImageDifference($0, drawn) }
        if let difference, difference.isWithin(tolerance) { return }
        if Self.isStoring { return try Self.write(drawn, file) }
        let reports = FileManager.default.temporaryDirectory.appendingPathComponent("tilework-images")
        try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: true)
        let actual = reports.appendingPathComponent(name + ".drawn.png")
        try Self.write(drawn, actual)
        guard let stored else {
            return fail("there is no readable \(file.path); the drawing is \(actual.path)", location)
        }
        guard let difference else {
            return fail(
                "\(name) is \(drawn.width) by \(drawn.height) pixels and was \(stored.width) by \(stored.height);"
                    + " the drawing is \(actual.path)", location)
        }
        let shown = reports.appendingPathComponent(name + ".difference.png")
        try Self.write(difference.shown, shown)
        fail(
            "\(name) differs by up to \(difference.greatest), first at \(difference.place), and by \(difference.mean) in"
                + " the mean; at most \(tolerance.greatest) and \(tolerance.mean) are allowed. The drawing is"
                + " \(actual.path), the difference \(shown.path)", location)
    }

    private func fail(_ text: String, _ location: SourceLocation) {
        Issue.record(Comment(rawValue: text), sourceLocation: location)
    }

    private static func write(_ bitmap: Bitmap, _ file: URL) throws {
        let data = try #require(UIImage(cgImage: CGImage(bitmap: bitmap)).pngData())
        try data.write(to: file)
    }
}

/// Expects a drawing to look like the stored image of that name.
func expectImage(
    _ name: String, _ drawn: Bitmap, within tolerance: ImageDifference.Tolerance = .init(),
    at location: SourceLocation = #_sourceLocation
) throws {
    try StoredImage(name: name).compare(drawn, tolerance: tolerance, location: location)
}
