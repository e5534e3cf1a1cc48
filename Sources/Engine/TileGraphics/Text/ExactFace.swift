import CPango

/// The route of one installed face through Pango.
///
/// A Pango font description names a family, a style, a weight and a stretch, and several faces may share all four. An
/// exact face therefore travels as a family name of its own, which a font map replaces by the face's file before
/// fontconfig looks for a match: fontconfig ranks a file above every other property (`FcCompareFilename` in fcmatch.c
/// of 2.14). Characters that the face lacks come from other fonts, as for any description.
enum ExactFace {
    private static let prefix = "tilework-face:"

    /// Returns the family name that stands for an installed face in a font description, or nil if no face has this
    /// PostScript name.
    static func family(postScriptName: String) -> String? {
        FontCatalog.installed.number(postScriptName: postScriptName).map { prefix + String($0) }
    }

    /// Replaces the family name of an exact face in a pattern by its file.
    static func substitute(_ pattern: OpaquePointer) {
        guard let name = FontPattern(pattern).strings(FC_FAMILY).first, name.hasPrefix(prefix),
            let number = Int(name.dropFirst(prefix.count)), FontCatalog.installed.faces.indices.contains(number)
        else { return }
        let face = FontCatalog.installed.faces[number]
        FcPatternDel(pattern, FC_FAMILY)
        FcPatternAddString(pattern, FC_FAMILY, face.family)
        FcPatternAddString(pattern, FC_FILE, face.path)
        // For files with several faces: fontconfig does not compare numbers within a file.
        FcPatternAddString(pattern, FC_POSTSCRIPT_NAME, face.postScriptName)
        // The fallback families of the face's own family. Pango has already asked for those of the stand-in.
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
    }
}
