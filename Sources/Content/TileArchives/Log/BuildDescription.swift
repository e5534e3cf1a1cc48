import Foundation
import TileContent
import TileGraphics
import TileSupport

/// Everything that determines a build's tiles. A log starts with it, so that another build continues only if it would
/// make the same tiles.
struct BuildDescription: Codable, Hashable {
    /// The version of the log's format and content.
    var version = 1
    /// The program, by its file's size and modification time, or in a shard by its hash.
    var program: String
    /// The content's name for people.
    var name: String
    var source: SourceFingerprint
    /// The value of `BuildOptions.variant`.
    var variant: String
    /// The size in units of the content.
    var contentSize: [Double]
    var isScalable: Bool
    var layout: String
    var tileSize: Int
    var format: String
    var scale: Double
    var minLevel: Int?
    var maxLevel: Int?
    /// Left, top, width and height in units of the content.
    var bounds: [Double]?
    var overviews: String
    var metatile: Int
    var shard: Shard?
    /// The value of `BuildOptions.command`, which does not affect the tiles.
    var command: [String]

    init(_ document: ContentDocument, plan: BuildPlan, options: BuildOptions) throws(ContentFailure) {
        program = options.shard == nil ? Self.runningProgram : Self.runningProgramHash
        shard = options.shard
        command = options.command
        name = PathName(document.path).stem
        source = try SourceFingerprint(document)
        variant = options.variant
        let size = document.source.contentSize
        contentSize = [Double(size.width), Double(size.height)]
        isScalable = document.isScalable
        layout = plan.layout.rawValue
        tileSize = options.tileSize
        format = options.format.written
        scale = options.scale
        minLevel = options.minLevel
        maxLevel = options.maxLevel
        bounds = options.bounds.map { [Double($0.minX), Double($0.minY), Double($0.width), Double($0.height)] }
        overviews = options.overviews.rawValue
        metatile = options.metatile
    }

    private static let runningProgram: String = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "unknown" }
        return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }()

    /// A hash of the running program, equal on all machines with the same program.
    private static let runningProgramHash: String = {
        guard let file = try? LogFile("/proc/self/exe", toWrite: false) else { return "unknown" }
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var place: UInt64 = 0
        while let count = try? file.readSome(buffer, at: place), count > 0 {
            hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            place += UInt64(count)
        }
        return hash.finish().hex
    }()

    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Encoding cannot fail: only strings and finite numbers.
        return Array(try! encoder.encode(self))
    }

    init?(_ bytes: [UInt8]) {
        guard let read = try? JSONDecoder().decode(BuildDescription.self, from: Data(bytes)) else { return nil }
        self = read
    }

    /// The differences between this build and an earlier one as messages; empty if both make the same tiles.
    func differences(from earlier: BuildDescription) -> [String] {
        guard version == earlier.version, program == earlier.program else { return ["the program has changed"] }
        var differences: [String] = []
        if source.bytes != earlier.source.bytes || contentSize != earlier.contentSize
            || source.time != earlier.source.time
        {
            differences.append("the content has changed")
        }
        if source.fonts != earlier.source.fonts { differences.append("other fonts are installed") }
        func compare<Value: Equatable>(_ option: String, _ value: (BuildDescription) -> Value?) {
            let (now, then) = (value(self), value(earlier))
            guard now != then else { return }
            differences.append("`\(option)` was \(then.map { "\($0)" } ?? "not given")")
        }
        compare("BuildOptions.variant") { $0.variant.isEmpty ? nil : $0.variant }
        compare("BuildOptions.tileSize", \.tileSize)
        compare("BuildOptions.format", \.format)
        compare("BuildOptions.scale", \.scale)
        compare("BuildOptions.minLevel", \.minLevel)
        compare("BuildOptions.maxLevel", \.maxLevel)
        compare("BuildOptions.bounds") { $0.bounds.map { $0.map { "\($0)" }.joined(separator: ",") } }
        compare("BuildOptions.overviews", \.overviews)
        compare("BuildOptions.metatile", \.metatile)
        if differences.isEmpty, name != earlier.name { differences.append("the name was \(earlier.name)") }
        if differences.isEmpty, layout != earlier.layout || shard != earlier.shard {
            differences.append("the kind of output was another")
        }
        return differences
    }

    /// The description without the parts that differ between the shards of one build.
    var ofWhole: BuildDescription {
        var whole = self
        whole.shard = shard.flatMap { Shard(1, of: $0.count) }
        whole.command = []
        whole.source.time = nil
        return whole
    }

    /// The options that determine the tiles; nil if a value is invalid.
    var options: BuildOptions? {
        guard let layout = ArchiveLayout(rawValue: layout), let format = TileFormat(written: format),
            let overviews = BuildOptions.Overviews(rawValue: overviews), contentSize.count == 2,
            contentSize.allSatisfy({ $0.isFinite && $0 > 0 }), bounds == nil || bounds!.count == 4, tileSize > 0,
            scale.isFinite, scale > 0
        else { return nil }
        var options = BuildOptions()
        options.layout = layout
        options.format = format
        options.overviews = overviews
        options.tileSize = tileSize
        options.scale = scale
        options.minLevel = minLevel
        options.maxLevel = maxLevel
        options.bounds = bounds.map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
        options.shard = shard
        return options
    }
}

extension TileFormat {
    /// The format as text, such as "jpg:80".
    fileprivate var written: String {
        switch self {
        case .png: "png"
        case .jpeg(let quality): "jpg:\(quality)"
        case .webp(let quality): "webp:\(quality)"
        case .webpLossless: "webp-lossless"
        case .avif(let quality): "avif:\(quality)"
        case .jxl(let quality): "jxl:\(quality)"
        case .jxlLossless: "jxl-lossless"
        }
    }

    fileprivate init?(written: String) {
        let parts = written.split(separator: ":", omittingEmptySubsequences: false)
        let quality = parts.count == 2 ? Int(parts[1]) : nil
        switch (parts.first, quality) {
        case ("png", nil) where parts.count == 1: self = .png
        case ("webp-lossless", nil) where parts.count == 1: self = .webpLossless
        case ("jxl-lossless", nil) where parts.count == 1: self = .jxlLossless
        case ("jpg", let quality?) where (1...100).contains(quality): self = .jpeg(quality: quality)
        case ("webp", let quality?) where (0...100).contains(quality): self = .webp(quality: quality)
        case ("avif", let quality?) where (0...100).contains(quality): self = .avif(quality: quality)
        case ("jxl", let quality?) where (0...100).contains(quality): self = .jxl(quality: quality)
        default: return nil
        }
    }
}
