import CPango
public import Foundation
import TileGeometry
import TileSupport

/// The number of a glyph in its font.
public typealias CGGlyph = UInt16

/// The index of a character's glyph in a font.
public typealias CGFontIndex = CGGlyph

/// A font face: outlines and metrics, in units of `unitsPerEm` per em, y up as in font files.
///
/// Read with HarfBuzz, from the system's fonts or from a file's bytes. Safe from any thread.
// @unchecked Sendable: HarfBuzz's face and font are made immutable here, after which any thread may read them.
public final class CGFont: @unchecked Sendable {
    private let face: OpaquePointer
    private let font: OpaquePointer
    /// The outlines in the form of pictures: `GlyphRun.unitsPerEm` per em, y down.
    private let known = Lock<[CGGlyph: Path]>([:])

    /// Creates a font from a face, and takes ownership of the face.
    ///
    /// - Parameter namedInstance: The number of a variable font's instance, counted from 1; 0 for the default outlines.
    private init?(face: OpaquePointer, namedInstance: Int = 0) {
        guard hb_face_get_glyph_count(face) > 0, hb_face_get_upem(face) > 0 else {
            hb_face_destroy(face)
            return nil
        }
        hb_face_make_immutable(face)
        self.face = face
        font = hb_font_create(face)
        let units = Int32(hb_face_get_upem(face))
        hb_font_set_scale(font, units, units)
        if namedInstance > 0 { hb_font_set_var_named_instance(font, UInt32(namedInstance - 1)) }
        hb_font_make_immutable(font)
    }

    deinit {
        hb_font_destroy(font)
        hb_face_destroy(face)
    }

    /// Creates a font from a TrueType or OpenType file; nil if the bytes are not such a file.
    public convenience init?(_ provider: CGDataProvider) {
        guard let data = provider.data, !data.isEmpty else { return nil }
        let blob = data.withUnsafeBytes { bytes in
            hb_blob_create(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: bytes.count),
                HB_MEMORY_MODE_DUPLICATE, nil, nil)
        }
        defer { hb_blob_destroy(blob) }
        guard let face = hb_face_create(blob, 0) else { return nil }
        self.init(face: face)
    }

    /// Creates the installed font with a PostScript name or a full name; nil if there is none.
    public convenience init?(_ name: String) {
        guard let installed = SystemFaces.face(name),
            let blob = hb_blob_create_from_file_or_fail(installed.path)
        else { return nil }
        defer { hb_blob_destroy(blob) }
        // The upper bits number a variable font's named instance.
        guard let face = hb_face_create(blob, UInt32(installed.index & 0xFFFF)) else { return nil }
        self.init(face: face, namedInstance: installed.index >> 16)
    }

    // MARK: Measures

    public var numberOfGlyphs: Int { Int(hb_face_get_glyph_count(face)) }

    public var unitsPerEm: Int32 { Int32(hb_face_get_upem(face)) }

    public var postScriptName: String? { Self.name(face, HB_OT_NAME_ID_POSTSCRIPT_NAME) }

    public var fullName: String? { Self.name(face, HB_OT_NAME_ID_FULL_NAME) }

    /// The ascent above the baseline.
    public var ascent: Int32 { metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER) }

    /// The descent below the baseline, negative.
    public var descent: Int32 { metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER) }

    public var leading: Int32 { metric(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP) }

    public var capHeight: Int32 { metric(HB_OT_METRICS_TAG_CAP_HEIGHT) }

    public var xHeight: Int32 { metric(HB_OT_METRICS_TAG_X_HEIGHT) }

    private func metric(_ tag: hb_ot_metrics_tag_t) -> Int32 {
        var position = hb_position_t(0)
        hb_ot_metrics_get_position_with_fallback(font, tag, &position)
        return position
    }

    /// The union of all glyphs' bounding boxes.
    ///
    /// - Complexity: O(glyphs).
    public var fontBBox: CGRect {
        (0..<numberOfGlyphs).reduce(CGRect.null) { box, glyph in
            let own = boundingBox(CGGlyph(truncatingIfNeeded: glyph))
            return own.isEmpty ? box : box.union(own)
        }
    }

    /// Copies the advances of glyphs. Returns false if a glyph does not exist.
    public func getGlyphAdvances(
        glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
    ) -> Bool {
        var areAll = true
        for index in 0..<max(0, count) {
            advances[index] = hb_font_get_glyph_h_advance(font, UInt32(glyphs[index]))
            if Int(glyphs[index]) >= numberOfGlyphs { areAll = false }
        }
        return areAll
    }

    /// Copies the ink boxes of glyphs. Returns false if a glyph does not exist.
    public func getGlyphBBoxes(
        glyphs: UnsafePointer<CGGlyph>, count: Int, bboxes: UnsafeMutablePointer<CGRect>
    ) -> Bool {
        var areAll = true
        for index in 0..<max(0, count) {
            bboxes[index] = boundingBox(glyphs[index])
            if Int(glyphs[index]) >= numberOfGlyphs { areAll = false }
        }
        return areAll
    }

    private func boundingBox(_ glyph: CGGlyph) -> CGRect {
        var extents = hb_glyph_extents_t()
        guard hb_font_get_glyph_extents(font, UInt32(glyph), &extents) != 0 else { return .zero }
        return CGRect(
            x: Double(extents.x_bearing), y: Double(extents.y_bearing + extents.height), width: Double(extents.width),
            height: Double(-extents.height))
    }

    /// Returns the glyph with a name; 0 if there is none.
    public func getGlyphWithGlyphName(name: String) -> CGGlyph {
        var glyph = hb_codepoint_t(0)
        guard hb_font_get_glyph_from_name(font, name, -1, &glyph) != 0 else { return 0 }
        return CGGlyph(truncatingIfNeeded: glyph)
    }

    /// Returns a glyph's name; nil if it has none.
    public func name(for glyph: CGGlyph) -> String? {
        var buffer = [CChar](repeating: 0, count: 128)
        guard hb_font_get_glyph_name(font, UInt32(glyph), &buffer, UInt32(buffer.count)) != 0 else { return nil }
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Returns the nominal glyph of a character; nil if the font has none.
    package func glyph(for character: Unicode.Scalar) -> CGGlyph? {
        var glyph = hb_codepoint_t(0)
        guard hb_font_get_nominal_glyph(font, character.value, &glyph) != 0 else { return nil }
        return CGGlyph(exactly: glyph)
    }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGFont.self) }

    // MARK: Outlines

    /// Returns a glyph's outline in the form of runs: `GlyphRun.unitsPerEm` per em, y down.
    func outline(_ glyph: CGGlyph) -> Path {
        if let outline = known.withLock({ $0[glyph] }) { return outline }
        var sink = OutlineSink(scale: GlyphRun.unitsPerEm / Double(unitsPerEm))
        withUnsafeMutablePointer(to: &sink) { pointer in
            hb_font_get_glyph_shape(font, UInt32(glyph), OutlineSink.functions.pointer, pointer)
        }
        let outline = sink.builder.build()
        known.withLock { $0[glyph] = outline }
        return outline
    }

    static func name(_ face: OpaquePointer, _ kind: Int) -> String? {
        let id = hb_ot_name_id_t(kind)
        var length = UInt32(0)
        let whole = hb_ot_name_get_utf8(face, id, nil, &length, nil)
        guard whole > 0 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(whole) + 1)
        length = whole + 1
        hb_ot_name_get_utf8(face, id, nil, &length, &buffer)
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}

/// Collects the outline that HarfBuzz draws.
private struct OutlineSink {
    var builder = PathBuilder()
    let scale: Double

    init(scale: Double) { self.scale = scale }

    // @unchecked Sendable: immutable after its creation.
    struct Functions: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    static let functions: Functions = {
        let functions = hb_draw_funcs_create()!
        hb_draw_funcs_set_move_to_func(
            functions, { _, sink, _, x, y, _ in with(sink) { $0.builder.move(x: $1(x), y: -$1(y)) } }, nil, nil)
        hb_draw_funcs_set_line_to_func(
            functions, { _, sink, _, x, y, _ in with(sink) { $0.builder.line(x: $1(x), y: -$1(y)) } }, nil, nil)
        hb_draw_funcs_set_quadratic_to_func(
            functions,
            { _, sink, _, cx, cy, x, y, _ in
                with(sink) { $0.builder.quadratic(controlX: $1(cx), controlY: -$1(cy), x: $1(x), y: -$1(y)) }
            }, nil, nil)
        hb_draw_funcs_set_cubic_to_func(
            functions,
            { _, sink, _, ax, ay, bx, by, x, y, _ in
                with(sink) { $0.builder.curve(x1: $1(ax), y1: -$1(ay), x2: $1(bx), y2: -$1(by), x: $1(x), y: -$1(y)) }
            }, nil, nil)
        hb_draw_funcs_set_close_path_func(
            functions, { _, sink, _, _ in with(sink) { sink, _ in sink.builder.close() } }, nil, nil)
        hb_draw_funcs_make_immutable(functions)
        return Functions(pointer: functions)
    }()

    private static func with(
        _ pointer: UnsafeMutableRawPointer?, _ body: (inout OutlineSink, (Float) -> Double) -> Void
    ) {
        guard let sink = pointer?.assumingMemoryBound(to: OutlineSink.self) else { return }
        let scale = sink.pointee.scale
        body(&sink.pointee) { Double($0) * scale }
    }
}

/// The installed faces by name, for `CGFont`.
private enum SystemFaces {
    /// Returns the face with a PostScript or full name; spaces, hyphens and letter case do not matter.
    static func face(_ name: String) -> FontCatalog.Face? {
        let wanted = plain(name)
        guard !wanted.isEmpty else { return nil }
        return numbersByPlainName[wanted].map { FontCatalog.installed.faces[$0] }
    }

    private static let numbersByPlainName: [String: Int] = {
        var numbers: [String: Int] = [:]
        for name in [\FontCatalog.Face.postScriptName, \FontCatalog.Face.fullName] {
            for (number, face) in FontCatalog.installed.faces.enumerated() {
                let name = plain(face[keyPath: name])
                if numbers[name] == nil { numbers[name] = number }
            }
        }
        return numbers
    }()

    /// Returns a name without the characters that different spellings omit.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "-" }
    }
}
