import CCairo
import Glibc

/// A limit on the scale at which fonts are measured, because of a limit in FreeType.
///
/// FreeType rejects sizes of 65,536 pixels or more to the em, and Cairo remembers a font's error for all later drawing.
/// Pango 1.50 reaches this early: to measure the height of a line, it applies the screen's scale twice, so 16 units at
/// 64× become 65,536 pixels. Font metrics are in units of the drawing, and librsvg draws text as paths at a scale of 1,
/// so a smaller scale loses nothing here.
private enum FontScale {
    /// The maximum pixels to the em.
    static let largest = 16_384.0

    typealias Create =
        @convention(c) (
            OpaquePointer?, UnsafePointer<cairo_matrix_t>?, UnsafePointer<cairo_matrix_t>?, OpaquePointer?
        ) -> OpaquePointer?

    /// Cairo's own function, which the one below replaces.
    static let create: Create = {
        // RTLD_NEXT, a macro that Swift does not import.
        guard let next = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "cairo_scaled_font_create") else {
            fatalError("there is no cairo_scaled_font_create: this program is linked with something else than Cairo")
        }
        return unsafeBitCast(next, to: Create.self)
    }()

    /// Returns a device matrix with a scale at which the font is not too large; nil if the given one is acceptable.
    static func bounded(_ device: cairo_matrix_t, font: cairo_matrix_t) -> cairo_matrix_t? {
        var font = font
        var device = device
        var whole = cairo_matrix_t()
        cairo_matrix_multiply(&whole, &font, &device)
        let size = max(hypot(whole.xx, whole.yx), hypot(whole.xy, whole.yy))
        guard size > largest, size.isFinite else { return nil }
        let factor = largest / size
        device.xx *= factor
        device.xy *= factor
        device.yx *= factor
        device.yy *= factor
        return device
    }
}

/// Replaces Cairo's function in this process, including in Pango and librsvg: a program's own symbols take precedence
/// over those of its libraries.
@_cdecl("cairo_scaled_font_create")
public func createScaledFont(
    face: OpaquePointer?, font: UnsafePointer<cairo_matrix_t>?, device: UnsafePointer<cairo_matrix_t>?,
    options: OpaquePointer?
) -> OpaquePointer? {
    guard let font, let device, var bounded = FontScale.bounded(device.pointee, font: font.pointee) else {
        return FontScale.create(face, font, device, options)
    }
    return FontScale.create(face, font, &bounded, options)
}
