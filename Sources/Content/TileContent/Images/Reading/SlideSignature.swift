import CTIFF
import Foundation
import TileSupport

/// The recognition of slide scanners' files among other TIFF and JPEG files.
///
/// It only decides which decoder is tried first: a file that OpenSlide rejects is read as plain TIFF or JPEG.
enum SlideSignature {
    /// Returns whether a file of a given kind looks like a scanner's. Reads the first directory of a TIFF.
    static func isSlide(_ path: String, _ kind: ContentKind) -> Bool {
        switch kind {
        case .slide: return true
        case .jpeg:
            // 3DHISTECH: a small picture, with the rest in a folder beside it.
            guard path.lowercased().hasSuffix(".mrxs") else { return false }
            return access("\(path.dropLast(5))/Slidedat.ini", R_OK) == 0
        case .tiff: return isScannersTIFF(path)
        default: return false
        }
    }

    /// Compares the tags that the scanners' programs write (OpenSlide's documentation of its formats).
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
