import CPango

/// The names that a font map replaces before fontconfig looks for fonts: those of exact faces.
enum FontSubstitution {
    /// Makes a font map replace names.
    ///
    /// - Parameter embedded: The fonts of a drawing, which the map then retains, because it opens their files.
    static func register(in map: UnsafeMutablePointer<PangoFontMap>, _ embedded: EmbeddedFonts?) {
        pango_fc_font_map_set_default_substitute(
            OpaquePointer(map), { pattern, _ in if let pattern { ExactFace.substitute(pattern) } },
            embedded.map { Unmanaged.passRetained($0).toOpaque() },
            embedded == nil ? nil : { if let context = $0 { Unmanaged<EmbeddedFonts>.fromOpaque(context).release() } })
    }
}
