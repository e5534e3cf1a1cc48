import CPango

/// The names that a font map replaces before fontconfig looks for fonts: those of exact faces and of embedded fonts.
enum FontSubstitution {
    /// Makes a font map replace names.
    ///
    /// - Parameter embedded: The fonts of a drawing, which the map then retains.
    static func register(in map: UnsafeMutablePointer<PangoFontMap>, _ embedded: EmbeddedFonts?) {
        let context = embedded.map { Unmanaged.passRetained($0).toOpaque() }
        pango_fc_font_map_set_default_substitute(
            OpaquePointer(map),
            { pattern, context in
                guard let pattern else { return }
                if let context {
                    Unmanaged<EmbeddedFonts>.fromOpaque(context).takeUnretainedValue().substitute(pattern)
                }
                ExactFace.substitute(pattern)
            }, context,
            context == nil ? nil : { if let context = $0 { Unmanaged<EmbeddedFonts>.fromOpaque(context).release() } })
    }
}
