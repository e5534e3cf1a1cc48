import ArgumentParser
import Foundation
import TileGeometry
import TileGraphics

/// What a film shows, and what it is written as.
struct FilmArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The film: NAME.webp, NAME.png (APNG), or a folder for numbered PNG files.", valueName: "file"))
    var output: String

    @Option(help: "Where it begins, in seconds.")
    var from = 0.0

    @Option(help: "Where it ends, in seconds. (default: when nothing moves any more; 10 seconds of what goes on)")
    var to: Double?

    @Option(help: "Frames a second.")
    var rate = 30

    @Option(help: "Pixels per point.")
    var scale = 1.0

    @Option(
        help: ArgumentHelp("The part to show: left, top, width and height in points.", valueName: "x,y,w,h"))
    var bounds: ContentBounds?

    @Option(help: "WebP that is not exact, of this quality: 0 to 100.")
    var quality: Int?

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no summary but that of --json.")
    var quiet = false

    /// Of what goes on for ever, in seconds.
    static let longestOfItself = 10.0
    /// In seconds: nobody looks at a film of views for longer, and each frame is drawn.
    private static let longest = 3600.0

    /// What `output` names.
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
        guard (1...240).contains(rate) else {
            throw ValidationError("--rate \(rate) is not from 1 to 240 frames a second.")
        }
        guard from >= 0, from <= Self.longest else {
            throw ValidationError("--from \(from) is not from 0 to \(Int(Self.longest)) seconds.")
        }
        if let to, !(to > from && to - from <= Self.longest) {
            throw ValidationError("--to \(to) is not after --from, by \(Int(Self.longest)) seconds at most.")
        }
        guard scale > 0, scale <= 16 else { throw ValidationError("--scale \(scale) is not above 0 and up to 16.") }
        if let quality {
            guard (0...100).contains(quality) else { throw ValidationError("--quality \(quality) is not 0 to 100.") }
            guard case .file(.webp) = target else {
                throw ValidationError("--quality is one of WebP; the other films are exact.")
            }
        }
    }

    /// The pixels that are shown of a screen or a content.
    ///
    /// - Throws: `Complaint` for a part that lies beyond, and for more pixels than a film has.
    func area(of size: CGSize) throws(Complaint) -> RasterArea {
        let whole = CGRect(origin: .zero, size: size)
        let part = bounds.map { $0.rect.intersection(whole) } ?? whole
        guard !part.isEmpty else {
            throw Complaint("--bounds lies beyond what there is: \(size.width) by \(size.height) points", .usage)
        }
        let (left, top) = ((part.minX * scale).rounded(), (part.minY * scale).rounded())
        let width = max(1, (part.maxX * scale).rounded() - left)
        let height = max(1, (part.maxY * scale).rounded() - top)
        guard width * height <= Self.mostPixels else {
            throw Complaint(
                "a film of \(Amounts.grouped(Int(width))) × \(Amounts.grouped(Int(height))) pixels is too large; "
                    + "lower --scale, or show a part with --bounds", .usage)
        }
        return RasterArea(scale: scale, x: Int(left), y: Int(top), width: Int(width), height: Int(height))
    }

    /// Of a frame: that of 8K.
    private static let mostPixels = 7680.0 * 4320
}
