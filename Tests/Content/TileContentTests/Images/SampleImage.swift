import CVips
import Foundation

@testable import TileContent

/// Writes small image files through libvips, for the tests to read back.
///
/// libvips' C functions take options as varargs, which Swift cannot call; operations can also be built by name with
/// their arguments as text, and that is what this does.
struct SampleImage {
    var width: Int
    var height: Int
    var bands: Int
    var samples: [UInt16]
    var is16Bit = false
    var interpretation: String?
    /// The orientation, set as metadata before saving.
    var orientation: Int?
    /// The description of a TIFF, set as metadata before saving.
    var description: String?

    /// Creates an image. `sample` returns the value of a band of a pixel.
    init(
        width: Int, height: Int, bands: Int, is16Bit: Bool = false, interpretation: String? = nil,
        orientation: Int? = nil, sample: (_ x: Int, _ y: Int, _ band: Int) -> Int
    ) {
        self.width = width
        self.height = height
        self.bands = bands
        self.is16Bit = is16Bit
        self.interpretation = interpretation
        self.orientation = orientation
        samples = []
        for y in 0..<height {
            for x in 0..<width { for band in 0..<bands { samples.append(UInt16(sample(x, y, band))) } }
        }
    }

    /// Returns a pattern in which each pixel encodes its position.
    static func pattern(
        width: Int, height: Int, bands: Int = 3, orientation: Int? = nil
    ) -> SampleImage {
        SampleImage(width: width, height: height, bands: bands, orientation: orientation) { x, y, band in
            [x * 7 + y * 13, x * 3 + 90, y * 5 + 40, 255 - (x * 11 + y) % 200][band == 1 && bands == 2 ? 3 : band] & 255
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The state of libvips' modules, which save HEIF and JPEG XL. The program's own process does not load them, so
    /// they are loaded here, once.
    static let modules: (wereThere: Bool, areThere: Bool) = {
        let isStarted = VipsLibrary.isStarted
        func areThere() -> Bool { g_type_from_name("VipsForeignSaveHeif") != 0 }
        let wereThere = areThere()
        typealias Open = @convention(c) (_ path: UnsafePointer<CChar>, _ flags: UInt32) -> OpaquePointer?
        let mapped = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
        let line = String(decoding: mapped, as: UTF8.self).split(separator: "\n").first { $0.contains("/libvips.so") }
        guard isStarted, let line, let start = line.firstIndex(of: "/"), let symbol = dlsym(nil, "g_module_open") else {
            return (wereThere, wereThere)
        }
        // A function of GModule, with the type that glib declares.
        let open = unsafeBitCast(symbol, to: Open.self)
        // The modules are beside the library, in a folder with its version in the name.
        let folder = (String(line[start...]) as NSString).deletingLastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix("vips-modules-") {
            for module in ["heif", "jxl"] { _ = open("\(folder)/\(name)/vips-\(module).so", 1) }
        }
        return (wereThere, areThere())
    }()

    /// Saves with an operation, such as `tiffsave`, and its options as text.
    func write(_ path: String, by operation: String, _ options: [String: String] = [:]) throws {
        guard VipsLibrary.isStarted, Self.modules.areThere else {
            throw Failure(description: "libvips does not start, or has no modules")
        }
        var bytes: [UInt8] = []
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            if is16Bit { bytes.append(UInt8(sample >> 8)) }
        }
        let format = is16Bit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR
        var image = try check(
            vips_image_new_from_memory_copy(bytes, bytes.count, Int32(width), Int32(height), Int32(bands), format))
        defer { tilework_vips_unref(image) }
        let standard = [1: "b-w", 2: "b-w", 3: "srgb", 4: "srgb"][bands] ?? "multiband"
        let copy = try Self.run("copy", image: image, ["interpretation": interpretation ?? standard])
        tilework_vips_unref(image)
        image = copy
        if let orientation { vips_image_set_int(image, VIPS_META_ORIENTATION, Int32(orientation)) }
        // Operations that write are safe, although libvips marks them as unsafe.
        vips_operation_block_set("VipsForeignSave", 0)
        if let description { vips_image_set_string(image, "image-description", description) }
        _ = try Self.run(operation, image: image, options.merging(["filename": path]) { $1 }, hasOutput: false)
    }

    private func check<Value>(_ value: Value?) throws -> Value { try Self.check(value) }

    private static func check<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Failure(description: String(cString: vips_error_buffer())) }
        return value
    }

    @discardableResult
    private static func run(
        _ name: String, image: UnsafeMutablePointer<VipsImage>, _ options: [String: String], hasOutput: Bool = true
    ) throws -> UnsafeMutablePointer<VipsImage> {
        let operation = try check(vips_operation_new(name))
        defer { tilework_vips_unref(operation) }
        let object = UnsafeMutableRawPointer(operation).assumingMemoryBound(to: GObject.self)
        var input = GValue()
        g_value_init(&input, vips_image_get_type())
        g_value_set_object(&input, image)
        g_object_set_property(object, "in", &input)
        g_value_unset(&input)
        for (option, value) in options {
            let vipsObject = UnsafeMutableRawPointer(operation).assumingMemoryBound(to: VipsObject.self)
            guard vips_object_set_argument_from_string(vipsObject, option, value) == 0 else {
                throw Failure(description: String(cString: vips_error_buffer()))
            }
        }
        let built = try check(vips_cache_operation_build(operation))
        defer {
            vips_object_unref_outputs(UnsafeMutableRawPointer(built).assumingMemoryBound(to: VipsObject.self))
            tilework_vips_unref(built)
        }
        guard hasOutput else { return image }
        var output = GValue()
        g_value_init(&output, vips_image_get_type())
        g_object_get_property(UnsafeMutableRawPointer(built).assumingMemoryBound(to: GObject.self), "out", &output)
        let pointer = try check(g_value_dup_object(&output))
        g_value_unset(&output)
        return pointer.assumingMemoryBound(to: VipsImage.self)
    }
}
