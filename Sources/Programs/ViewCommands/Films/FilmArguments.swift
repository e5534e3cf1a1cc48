import ArgumentParser
import CommandSupport
import Foundation
import TileGeometry
import TileGraphics
import TileSupport

/// The part that a film shows, and its format.
struct FilmArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The film: NAME.webp, NAME.png or NAME.apng (both APNG), or a folder for numbered PNG files.",
            valueName: "file"))
    var output: String

    @Option(name: .customLong("from"), help: "The start of the film in seconds.")
    private var givenFrom = PlainNumber(0)

    var from: Double { givenFrom.value }

    @Option(
        help:
            "The end of the film in seconds. (default: when all movement has ended; after 10 seconds if it does not end)"
    )
    var to: Double?

    @Option(help: "The frames per second.")
    var rate = 30

    @Option(name: .customLong("scale"), help: "The pixels per point.")
    private var givenScale = PlainNumber(1)

    var scale: Double { givenScale.value }

    @Option(
        help: ArgumentHelp("The area to show: left, top, width, and height in points.", valueName: "x,y,w,h"),
        transform: ContentBounds.reading)
    var bounds: ContentBounds?

    @Option(help: "The quality of lossy WebP, 0 to 100. (default: lossless)")
    var quality: Int?

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no summary, except with --json.")
    var quiet = false

    /// The length of a film of endless movement, in seconds.
    static let longestOfItself = 10.0
    /// The maximum length of a film in seconds: each frame is drawn, and an hour is enough for views.
    private static let longest = 3600.0

    /// The kind of the output.
    enum Target: Equatable {
        case file(FilmFormat)
        case folder
    }

    var target: Target {
        switch URL(fileURLWithPath: output).pathExtension.lowercased() {
        case _ where output.hasSuffix("/"): .folder
        case "webp": .file(quality.map { .webp(quality: $0) } ?? .webpLossless)
        case "png", "apng": .file(.apng)
        default: .folder
        }
    }

    func validate() throws {
        if let refusal = OutputEnding.refusal(of: output, supported: ["webp", "png", "apng"], takesFolder: true) {
            throw ValidationError("--output \(output): \(refusal)")
        }
        guard (1...240).contains(rate) else {
            throw ValidationError("--rate \(rate): use 1 to 240 frames per second")
        }
        guard from >= 0, from <= Self.longest else {
            throw ValidationError(
                "--from \(GroupedNumber.text(from)): use 0 to \(Amounts.grouped(Int(Self.longest))) seconds")
        }
        if let to, !(to > from && to - from <= Self.longest) {
            throw ValidationError(
                "--to \(GroupedNumber.text(to)): use a time after --from, by at most \(Amounts.grouped(Int(Self.longest))) seconds"
            )
        }
        guard scale > 0, scale <= 16 else {
            throw ValidationError("--scale \(GroupedNumber.text(scale)): use a number above 0 and up to 16")
        }
        if let quality {
            guard (0...100).contains(quality) else {
                throw ValidationError("--quality \(quality): use 0 to 100")
            }
            guard case .file(.webp) = target else {
                throw ValidationError("--quality applies to WebP only; the other formats are lossless")
            }
        }
    }

    /// The pixels of a screen or a content that the film shows.
    ///
    /// - Throws: `Complaint` for an area outside the content, and for more pixels than a film can have.
    func area(of size: CGSize) throws(Complaint) -> RasterArea {
        let whole = CGRect(origin: .zero, size: size)
        let part = bounds.map { $0.rect.intersection(whole) } ?? whole
        guard !part.isEmpty else {
            let (width, height) = (GroupedNumber.text(Double(size.width)), GroupedNumber.text(Double(size.height)))
            throw Complaint("--bounds: outside the content (\(width) × \(height) points)", .usage)
        }
        let (left, top) = ((part.minX * scale).rounded(), (part.minY * scale).rounded())
        let width = max(1, (part.maxX * scale).rounded() - left)
        let height = max(1, (part.maxY * scale).rounded() - top)
        guard width * height <= Self.mostPixels else {
            throw Complaint(
                "a film of \(Amounts.grouped(Int(width))) × \(Amounts.grouped(Int(height))) pixels is too large: "
                    + "lower --scale, or choose an area with --bounds", .usage)
        }
        return RasterArea(scale: scale, x: Int(left), y: Int(top), width: Int(width), height: Int(height))
    }

    /// The most pixels of a frame: those of 8K.
    private static let mostPixels = 7680.0 * 4320
}
