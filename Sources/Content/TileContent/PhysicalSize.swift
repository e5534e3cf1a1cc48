import CTIFF
import Foundation

/// The physical size of a content on paper.
public struct PhysicalSize: Hashable, Sendable {
    /// The width in millimeters.
    public var width: Double
    /// The height in millimeters.
    public var height: Double

    static let millimetersPerInch = 25.4

    /// - Parameters:
    ///   - size: The size in pixels.
    ///   - density: The pixels per inch, across and down.
    init?(_ size: CGSize, density: (x: Double, y: Double)) {
        width = Double(size.width) / density.x * Self.millimetersPerInch
        height = Double(size.height) / density.y * Self.millimetersPerInch
        guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
    }

    /// - Parameter size: The size in CSS pixels.
    init?(css size: CGSize) {
        let density = ContentDocument.cssPixelsPerInch
        self.init(size, density: (density, density))
    }
}

extension PhysicalSize {
    /// The physical size that a page of a TIFF states by its resolution (TIFF 6.0, section 8: XResolution, YResolution
    /// and ResolutionUnit); nil if the page states none.
    ///
    /// - Parameters:
    ///   - directory: The page's directory, from 0.
    ///   - size: The size in pixels, upright.
    init?(tiff path: String, directory: Int, size: CGSize) {
        guard let file = DataFile.open(path), let tiff = Self.open(path, file, directory: directory) else { return nil }
        defer {
            TIFFClose(tiff)
            withExtendedLifetime(file) {}
        }
        var x = Double(tilework_tiff_float(tiff, UInt32(TIFFTAG_XRESOLUTION)))
        var y = Double(tilework_tiff_float(tiff, UInt32(TIFFTAG_YRESOLUTION)))
        switch tilework_tiff_short(tiff, UInt32(TIFFTAG_RESOLUTIONUNIT)) {
        case Int32(RESUNIT_INCH): break
        case Int32(RESUNIT_CENTIMETER): (x, y) = (x * 2.54, y * 2.54)
        default: return nil
        }
        // The resolution is stated for the stored orientation.
        if tilework_tiff_plain_short(tiff, UInt32(TIFFTAG_ORIENTATION)) >= 5 { swap(&x, &y) }
        guard x > 0, y > 0 else { return nil }
        self.init(size, density: (x, y))
    }

    /// Opens a handle of libtiff at a page.
    private static func open(_ path: String, _ file: DataFile, directory: Int) -> OpaquePointer? {
        if file.isFetched {
            return TIFFReader(file)?.directory(of: .page(directory)).flatMap {
                file.tiff(at: UInt64($0.offset), largestAllocation: 1 << 26)
            }
        }
        guard let tiff = tilework_tiff_open(path, 1 << 26) else { return nil }
        if directory == 0 || TIFFSetDirectory(tiff, tdir_t(directory)) != 0 { return tiff }
        TIFFClose(tiff)
        return nil
    }

    /// The physical size of a drawing with a width and a height in units of length (in, cm, mm, pt or pc); nil for
    /// others.
    ///
    /// - Parameter size: The size in CSS pixels.
    /// - Complexity: O(the file's start), or O(bytes) for a compressed file.
    init?(svg path: String, size: CGSize, limits: ContentLimits) {
        guard var data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else { return nil }
        if data.starts(with: [0x1F, 0x8B]) {
            guard let plain = try? SVGDocument.decompressed(data, path: path, limits: limits) else { return nil }
            data = plain
        }
        let lengths = XMLPrologue.rootAttributes(XMLPrologue.utf8(data.prefix(ContentKind.prefixLength)))
        guard let width = lengths["width"], let height = lengths["height"], Self.isPhysical(width),
            Self.isPhysical(height)
        else { return nil }
        self.init(css: size)
    }

    private static func isPhysical(_ length: String) -> Bool {
        let text = length.trimmingCharacters(in: .whitespacesAndNewlines)
        return ["in", "cm", "mm", "pt", "pc"].contains { text.hasSuffix($0) && Double(text.dropLast(2)) != nil }
    }
}
