import CTIFF
import Foundation
import TileSupport

/// What tells a slide scanner's file from another TIFF or JPEG.
///
/// It decides only what is asked first: a file that OpenSlide does not take after all is read as what it is otherwise.
enum SlideSignature {
    /// Whether a file of a kind looks like a scanner's. Reads a TIFF's first directory.
    static func isSlide(_ path: String, _ kind: ContentKind) -> Bool {
        switch kind {
        case .slide: return true
        case .jpeg:
            // 3DHISTECH: a small picture, and the rest in a folder beside it.
            guard path.lowercased().hasSuffix(".mrxs") else { return false }
            return access("\(path.dropLast(5))/Slidedat.ini", R_OK) == 0
        case .tiff: return isScannersTIFF(path)
        default: return false
        }
    }

    /// By what the scanners' programs write (OpenSlide's pages on its formats).
    private static func isScannersTIFF(_ path: String) -> Bool {
        guard let tiff = tilework_tiff_open(path, 1 << 26) else { return false }
        defer { TIFFClose(tiff) }
        func text(_ tag: Int32) -> String {
            tilework_tiff_text(tiff, UInt32(tag)).map { String(cString: $0) } ?? ""
        }
        let description = text(TIFFTAG_IMAGEDESCRIPTION)
        let software = text(TIFFTAG_SOFTWARE)
        return description.hasPrefix("Aperio") || description.contains("leica-microsystems.com/scn")
            || description.contains("<iScan") || software.hasPrefix("Philips") || software.hasPrefix("MedScan")
            || text(TIFFTAG_MAKE).hasPrefix("Hamamatsu")
    }
}
