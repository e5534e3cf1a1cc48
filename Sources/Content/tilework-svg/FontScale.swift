import CCairo
import Glibc

/// Fonts that are measured no larger than FreeType bears.
///
/// FreeType refuses what is 65,536 pixels or more to the em, and an error that a font once had, Cairo keeps for all
/// that is drawn with it later. Pango 1.50 asks for that much early: to know the height of a line it sets a font of the
/// size on the screen under the scale of the screen once more, so 16 units at 64× become 65,536 pixels. The lengths of
/// a font are told in units of the drawing, and librsvg draws text as paths taken at a scale of 1, so nothing is lost
/// with a smaller scale here.
private enum FontScale {
    /// Pixels to the em.
    static let largest = 16_384.0

    typealias Create =
        @convention(c) (
            OpaquePointer?, UnsafePointer<cairo_matrix_t>?, UnsafePointer<cairo_matrix_t>?, OpaquePointer?
        ) -> OpaquePointer?

    /// Cairo's own, which stands behind the one below.
    static let create: Create = {
        // RTLD_NEXT, which is a macro that Swift does not see.
        guard let next = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "cairo_scaled_font_create") else {
            fatalError("there is no cairo_scaled_font_create: this program is linked with something else than Cairo")
        }
        return unsafeBitCast(next, to: Create.self)
    }()

    /// The scale of a device on which a font of this matrix is not too large; nil when this one is well.
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

/// Takes the place of Cairo's function for all of this process, Pango and librsvg included: a program's own symbols
/// come before those of its libraries.
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
