import COpenJPEG

/// A file or a codestream that OpenJPEG has opened, and the picture that it decodes.
final class JPEG2000Decoder {
    private let stream: UnsafeMutablePointer<opj_stream_t?>
    private let codec: UnsafeMutablePointer<opj_codec_t?>
    private(set) var image: UnsafeMutablePointer<opj_image_t>?
    private let messages: Messages
    /// The codestream in memory; nil for a file.
    private let memory: Memory?

    /// The name and version of the library.
    static var name: String { "OpenJPEG \(String(cString: opj_version()))" }

    /// The last error that OpenJPEG reported.
    private final class Messages {
        var last: String?

        var refusal: ImageRefusal {
            ImageRefusal("a part of the picture can't be decoded (\(last ?? "OpenJPEG says no more"))")
        }
    }

    /// Bytes that OpenJPEG reads one after the other.
    private final class Memory {
        let bytes: [UInt8]
        var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Returns the number of bytes that were read; −1 at the end.
        func read(into target: UnsafeMutableRawPointer, _ count: Int) -> Int {
            let count = min(count, bytes.count - position)
            guard count > 0 else { return -1 }
            bytes.withUnsafeBytes { target.copyMemory(from: $0.baseAddress! + position, byteCount: count) }
            position += count
            return count
        }
    }

    /// Opens a file and reads its header.
    ///
    /// - Parameters:
    ///   - path: The path with a terminating zero.
    ///   - level: The number of times that the picture is halved.
    convenience init(path: [UInt8], level: Int) throws(ImageRefusal) {
        let start = try ImageBytes(path).bytes(at: 0, count: 2)
        let stream = path.withUnsafeBufferPointer { bytes in
            bytes.baseAddress!.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                opj_stream_create_default_file_stream($0, 1)
            }
        }
        try self.init(stream, memory: nil, isBare: start == [0xFF, 0x4F], level: level)
    }

    /// Opens a codestream and reads its header.
    convenience init(_ bytes: [UInt8]) throws(ImageRefusal) {
        let memory = Memory(bytes)
        let stream = opj_stream_create(1 << 16, 1)
        if let stream {
            opj_stream_set_user_data(stream, Unmanaged.passUnretained(memory).toOpaque(), nil)
            opj_stream_set_user_data_length(stream, UInt64(bytes.count))
            opj_stream_set_read_function(stream) { target, count, user in
                guard let target, let user else { return -1 }
                let memory = Unmanaged<Memory>.fromOpaque(user).takeUnretainedValue()
                return memory.read(into: target, count)
            }
            opj_stream_set_skip_function(stream) { count, user in
                guard let user else { return -1 }
                let memory = Unmanaged<Memory>.fromOpaque(user).takeUnretainedValue()
                let moved = max(-memory.position, min(Int(clamping: count), memory.bytes.count - memory.position))
                memory.position += moved
                return OPJ_OFF_T(moved)
            }
            opj_stream_set_seek_function(stream) { position, user in
                guard let user else { return 0 }
                let memory = Unmanaged<Memory>.fromOpaque(user).takeUnretainedValue()
                guard (0...memory.bytes.count).contains(Int(clamping: position)) else { return 0 }
                memory.position = Int(position)
                return 1
            }
        }
        try self.init(stream, memory: memory, isBare: bytes.starts(with: [0xFF, 0x4F]), level: 0)
    }

    private init(
        _ opened: UnsafeMutablePointer<opj_stream_t?>?, memory: Memory?, isBare: Bool, level: Int
    ) throws(ImageRefusal) {
        guard let stream = opened else { throw ImageRefusal("it can't be opened") }
        guard let codec = opj_create_decompress(isBare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2) else {
            opj_stream_destroy(stream)
            throw ImageRefusal("OpenJPEG does not start")
        }
        let messages = Messages()
        (self.stream, self.codec, self.memory, self.messages) = (stream, codec, memory, messages)
        opj_set_error_handler(
            codec,
            { message, user in
                guard let message, let user else { return }
                let text = String(cString: message).prefix { !$0.isNewline }
                Unmanaged<Messages>.fromOpaque(user).takeUnretainedValue().last = String(text)
            }, Unmanaged.passUnretained(messages).toOpaque())
        var parameters = opj_dparameters_t()
        opj_set_default_decoder_parameters(&parameters)
        parameters.cp_reduce = UInt32(level)
        guard opj_setup_decoder(codec, &parameters) != 0, opj_read_header(stream, codec, &image) != 0, image != nil
        else { throw messages.refusal }
    }

    deinit {
        if let image { opj_image_destroy(image) }
        opj_destroy_codec(codec)
        opj_stream_destroy(stream)
        withExtendedLifetime(memory) {}
    }

    /// Decodes the whole picture.
    func decode() throws(ImageRefusal) {
        guard let image, opj_decode(codec, stream, image) != 0 else { throw messages.refusal }
    }

    /// The height of the first component.
    var height: Int { image?.pointee.comps.map { Int($0[0].h) } ?? 0 }

    /// Whether all components have samples of 8 bits without a sign.
    var hasPlainBytes: Bool {
        guard let image, let components = image.pointee.comps else { return false }
        return (0..<Int(image.pointee.numcomps)).allSatisfy { components[$0].prec == 8 && components[$0].sgnd == 0 }
    }

    /// Decodes a picture of a known width, and returns its components, which live as long as the decoder.
    ///
    /// - Parameter least: The fewest rows.
    func planes(width: Int, least: Int) throws(ImageRefusal) -> [UnsafePointer<Int32>] {
        /// Returns the components, or nil if their sizes differ from what is expected.
        func components() -> [opj_image_comp_t]? {
            guard let image, let components = image.pointee.comps, image.pointee.numcomps > 0 else { return nil }
            let all = (0..<Int(image.pointee.numcomps)).map { components[$0] }
            let isAlike = all.allSatisfy { Int($0.w) == width && $0.h == all[0].h && Int($0.h) >= least }
            return isAlike && Int(all[0].h) <= Self.mostRows ? all : nil
        }
        guard components() != nil else { throw ImageRefusal("a tile has another size than the file states") }
        try decode()
        guard let all = components() else { throw ImageRefusal("a tile has another size than its header states") }
        var planes: [UnsafePointer<Int32>] = []
        for component in all {
            guard let data = component.data else { throw messages.refusal }
            planes.append(UnsafePointer(data))
        }
        return planes
    }

    private static let mostRows = 1 << 16
}
