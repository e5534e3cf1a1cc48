import CCairo
import CPango
import Foundation
import TileSupport

/// An installed font that could not be opened for a reason that passes, such as too many open files. Text that was
/// shaped with it lacks its letters, although the font is sound.
package struct UnopenedFont: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var reason: String

    package var description: String { "the font \(file): \(reason)" }

    /// The font, if it can't be used now but could be used later; nil for a font that is usable, damaged, or gone.
    ///
    /// Pango does not report such a failure: it logs “failed to create cairo scaled font”, and HarfBuzz works with an
    /// empty face.
    init?(_ font: UnsafeMutablePointer<PangoFont>) {
        guard !Self.isUsable(font), let found = Self.failure(of: font) else { return nil }
        self = found
    }

    init(file: String, reason: String) { (self.file, self.reason) = (file, reason) }

    /// Whether the font's file can be opened now.
    package var canBeOpened: Bool { Self.shortage(opening: file) == nil }

    private static func isUsable(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
        guard let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(font)),
            cairo_scaled_font_status(scaled) == CAIRO_STATUS_SUCCESS, let shaped = pango_font_get_hb_font(font)
        else { return false }
        return hb_face_get_glyph_count(hb_font_get_face(shaped)) > 0
    }

    /// Returns why a font is unusable, if its file can be opened later or could not be opened before.
    private static func failure(of font: UnsafeMutablePointer<PangoFont>) -> UnopenedFont? {
        guard let file = Self.file(of: font) else { return nil }
        if let shortage = shortage(opening: file) { return shortage }
        let blob = hb_blob_create_from_file(file)
        defer { hb_blob_destroy(blob) }
        guard hb_face_count(blob) > 0 else { return nil }
        let face = hb_face_create(blob, 0)
        defer { hb_face_destroy(face) }
        return hb_face_get_glyph_count(face) > 0 ? UnopenedFont(file: file, reason: "it could not be opened") : nil
    }

    /// Returns the failure to open a font's file because too many are open; nil if it can be opened, or fails for
    /// another reason.
    static func shortage(opening font: UnsafeMutablePointer<PangoFont>) -> UnopenedFont? {
        file(of: font).flatMap { shortage(opening: $0) }
    }

    private static func shortage(opening file: String) -> UnopenedFont? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        let error = SystemError(code: errno)
        return [EMFILE, ENFILE, ENOMEM].contains(error.code) ? UnopenedFont(file: file, reason: "\(error)") : nil
    }

    private static func file(of font: UnsafeMutablePointer<PangoFont>) -> String? {
        // Every font of the map that Tilework uses is fontconfig's.
        let font = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
        guard let pattern = pango_fc_font_get_pattern(font) else { return nil }
        return FontPattern(pattern).strings(FC_FILE).first
    }
}
