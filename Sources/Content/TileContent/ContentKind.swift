import Foundation
import TileSupport

/// A supported kind of file, recognized by its first bytes instead of its name.
public enum ContentKind: String, Hashable, Sendable, CaseIterable {
    case svg
    case pdf
    case jpeg
    case png
    case webp
    case tiff
    case gif
    case avif
    case heif
    case jpeg2000
    case jpegXL
    case bmp
    /// PBM, PGM, PPM and PAM.
    case pnm
    case pfm
    /// Radiance HDR.
    case radiance
    case qoi
    case photoshop
    /// A microscope slide, in any scanner's format.
    case slide
    /// Views from Interface Builder, in XML or compiled.
    case nib
    case storyboard

    /// The name for people.
    public var title: String {
        switch self {
        case .svg: "SVG"
        case .pdf: "PDF"
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .tiff: "TIFF"
        case .gif: "GIF"
        case .avif: "AVIF"
        case .heif: "HEIF"
        case .jpeg2000: "JPEG 2000"
        case .jpegXL: "JPEG XL"
        case .bmp: "BMP"
        case .pnm: "PNM"
        case .pfm: "PFM"
        case .radiance: "Radiance HDR"
        case .qoi: "QOI"
        case .photoshop: "Photoshop"
        case .slide: "whole-slide image"
        case .nib: "nib"
        case .storyboard: "storyboard"
        }
    }

    /// The extensions of files of this kind, without the dot.
    public var fileExtensions: [String] {
        switch self {
        case .svg: ["svg", "svgz"]
        case .pdf: ["pdf"]
        case .jpeg: ["jpg", "jpeg", "jpe"]
        case .png: ["png"]
        case .webp: ["webp"]
        case .tiff: ["tif", "tiff"]
        case .gif: ["gif"]
        case .avif: ["avif"]
        case .heif: ["heif", "heic", "hif"]
        case .jpeg2000: ["jp2", "jpx", "jpf", "j2k", "j2c", "jpc", "jph", "jhc"]
        case .jpegXL: ["jxl"]
        case .bmp: ["bmp", "dib"]
        case .pnm: ["pnm", "pbm", "pgm", "ppm", "pam"]
        case .pfm: ["pfm"]
        case .radiance: ["hdr"]
        case .qoi: ["qoi"]
        case .photoshop: ["psd", "psb"]
        case .slide: ["svs", "ndpi", "mrxs", "scn", "vms", "vmu", "svslide", "bif"]
        case .nib: ["xib", "nib"]
        case .storyboard: ["storyboard", "storyboardc"]
        }
    }

    /// Creates the kind with this file extension, if there is one.
    public init?(fileExtension: String) {
        let wanted = fileExtension.lowercased()
        guard let kind = Self.allCases.first(where: { $0.fileExtensions.contains(wanted) }) else { return nil }
        self = kind
    }

    /// Creates the kind of a folder that is a single content by its name: a compiled storyboard, or a compiled nib for
    /// several platforms. Nil for other folders.
    public init?(folder path: String) {
        let name = PathName(path).fileExtension.lowercased()
        guard name == "storyboardc" || name == "nib" else { return nil }
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        self = name == "nib" ? .nib : .storyboard
    }

    /// The number of bytes that `recognize` needs. An SVG may start with a license in a comment.
    static let prefixLength = 64 << 10

    /// The result of recognizing a file.
    enum Recognition: Hashable {
        case kind(ContentKind)
        /// A gzip stream; if it is a supported kind, an SVG.
        case compressed
        /// An unsupported kind, with a description.
        case unknown(String)
    }

    /// Recognizes the kind of a file by its first bytes.
    ///
    /// - Parameter path: The file's name, which only decides whether a damaged file is a PDF.
    /// - Complexity: O(bytes).
    static func recognize(_ prefix: [UInt8], of path: String = "") -> Recognition {
        func starts(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            prefix.count >= offset + bytes.count && prefix[offset..<(offset + bytes.count)].elementsEqual(bytes)
        }
        func starts(_ text: String, at offset: Int = 0) -> Bool { starts(Array(text.utf8), at: offset) }

        if starts([0xFF, 0xD8, 0xFF]) { return .kind(.jpeg) }
        if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .kind(.png) }
        if starts("RIFF"), starts("WEBP", at: 8) { return .kind(.webp) }
        // Classic and Big TIFF, in either byte order.
        for magic: [UInt8] in [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]]
        where starts(magic) {
            return .kind(.tiff)
        }
        if starts("GIF87a") || starts("GIF89a") { return .kind(.gif) }
        if starts("ftyp", at: 4), let kind = kind(ofBrandsIn: prefix) { return .kind(kind) }
        // JPEG 2000 in a file format, and as a bare codestream.
        if starts([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10, 0x87, 10]) || starts([0xFF, 0x4F, 0xFF, 0x51]) {
            return .kind(.jpeg2000)
        }
        if starts([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 13, 10, 0x87, 10]) || starts([0xFF, 0x0A]) {
            return .kind(.jpegXL)
        }
        if starts("[Virtual Microscope Specimen]") || starts("[Uncompressed Virtual Microscope Specimen]") {
            return .kind(.slide)
        }
        if let kind = RowFormat.kind(of: prefix) { return .kind(kind) }
        if starts("NIBArchive") { return .kind(.nib) }
        if starts([0x1F, 0x8B]) { return .compressed }
        // Some programs write a line of their own before the signature; readers search this many bytes.
        if prefix.prefix(1024).firstRange(of: Array("%PDF-".utf8)) != nil, prefix.first != UInt8(ascii: "<") {
            return .kind(.pdf)
        }
        if starts([0x28, 0xB5, 0x2F, 0xFD]) { return .unknown("this is a Zstandard file") }
        if starts([0xFD] + Array("7zXZ".utf8) + [0]) { return .unknown("this is an xz file") }
        if starts(Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C]) { return .unknown("this is a 7z archive") }
        if let sentence = OtherFormat.sentence(prefix) { return .unknown(sentence) }
        let mayBePDF =
            PathName(path).fileExtension.lowercased() == "pdf" && prefix.first { $0 > 0x20 } != UInt8(ascii: "<")
        if PDFObject.begins(prefix) || mayBePDF && PDFObject.occurs(in: prefix) { return .kind(.pdf) }
        return recognizeText(prefix)
    }

    /// Returns the kind of a file in the ISO base media file format (ISO/IEC 14496-12, 4.3) by its brands.
    private static func kind(ofBrandsIn prefix: [UInt8]) -> ContentKind? {
        let length = prefix[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(prefix.count, max(12, min(length, 256)))
        var brands = [String(decoding: prefix[8..<min(12, end)], as: UTF8.self)]
        // The minor version follows the first brand.
        for at in stride(from: 16, to: end - 3, by: 4) {
            brands.append(String(decoding: prefix[at..<(at + 4)], as: UTF8.self))
        }
        if brands.contains("avif") || brands.contains("avis") { return .avif }
        let known: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "j2ki", "jpeg"]
        return brands.contains(where: known.contains) ? .heif : nil
    }

    private static func recognizeText(_ prefix: [UInt8]) -> Recognition {
        // In UTF-16 every other byte of markup is 0, so removing zeros gives recognizable text.
        let isWide = prefix.starts(with: [0xFF, 0xFE]) || prefix.starts(with: [0xFE, 0xFF])
        var text = prefix[...]
        if prefix.starts(with: [0xEF, 0xBB, 0xBF]) { text = prefix.dropFirst(3) }
        if isWide { text = prefix.dropFirst(2).filter { $0 != 0 }[...] }
        text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = text.first else { return .unknown("the file contains only white space") }
        guard first == UInt8(ascii: "<") else {
            let isText = !text.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }
            return .unknown(isText ? "this is plain text" : "unrecognized file format")
        }
        let name = rootName(of: text)
        if let name, name == "svg" || name.hasSuffix(":svg") { return .kind(.svg) }
        let opening = String(decoding: text.prefix(15), as: UTF8.self).lowercased()
        if name == "document" || name == "archive", let type = interfaceBuilderType(of: text) {
            return .kind(type.contains("Storyboard") ? .storyboard : .nib)
        }
        if name?.lowercased() == "html" || opening.hasPrefix("<!doctype html") {
            return .unknown("this is an HTML page")
        }
        guard let name else { return .unknown("this is an XML document without a root element") }
        return .unknown("this is an XML document whose root element is <\(name)>")
    }

    /// Returns the type that Interface Builder states in its documents' root element.
    private static func interfaceBuilderType(of text: ArraySlice<UInt8>) -> String? {
        let opening = String(decoding: text.prefix(4096), as: UTF8.self)
        guard let start = opening.range(of: "com.apple.InterfaceBuilder") else { return nil }
        return String(opening[start.lowerBound...].prefix { $0 != "\"" && $0 != "'" && $0 != ">" })
    }

    /// Returns the name of the root element after declarations, comments and processing instructions.
    private static func rootName(of text: ArraySlice<UInt8>) -> String? {
        guard let start = text.withUnsafeBytes({ XMLPrologue.rootStart($0) }) else { return nil }
        let name = text.dropFirst(start + 1).prefix {
            $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        return name.isEmpty || name.count > 64 ? nil : String(decoding: name, as: UTF8.self)
    }
}
