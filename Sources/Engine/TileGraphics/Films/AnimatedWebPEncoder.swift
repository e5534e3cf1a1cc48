import CWebP

/// Encodes animated WebP through libwebpmux, which finds the differences between frames.
final class AnimatedWebPEncoder {
    private let encoder: OpaquePointer
    private var config: WebPConfig
    private let width: Int
    private let framesPerSecond: Int
    private var straight = ScratchBuffer<UInt32>()
    private var frames = 0

    init(_ mode: WebPEncoder.Mode, width: Int, height: Int, framesPerSecond: Int) throws(CodecFailure) {
        try WebPEncoder.check(width: width, height: height, mode: mode)
        var options = WebPAnimEncoderOptions()
        var config = WebPConfig()
        guard WebPAnimEncoderOptionsInit(&options) != 0, WebPConfigInit(&config) != 0 else {
            throw Self.versionFailure
        }
        switch mode {
        case .lossy(let quality): config.quality = Float(quality)
        case .lossless:
            config.lossless = 1
            // Of 0…100 and 0…6: half the time of the defaults, for a few percent more bytes.
            config.quality = 50
            config.method = 3
        }
        config.exact = 1
        // No key frames for seeking: films are short.
        (options.kmin, options.kmax) = (0, 0)
        options.anim_params.bgcolor = 0
        guard let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options) else {
            throw Self.versionFailure
        }
        (self.encoder, self.config, self.width, self.framesPerSecond) = (encoder, config, width, framesPerSecond)
    }

    deinit { WebPAnimEncoderDelete(encoder) }

    private static let versionFailure = CodecFailure.library(
        name: "libwebpmux", message: "the library is of another version than its header")

    /// The time in milliseconds, rounded so that errors don't add up.
    private var time: Int32 { Int32((Double(frames) * 1000 / Double(framesPerSecond)).rounded()) }

    func add(_ frame: Bitmap) throws(CodecFailure) {
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { throw Self.versionFailure }
        let target = straight.reserve(width * frame.height)
        for y in 0..<frame.height { StraightPixels.divide(frame.row(y), to: target + y * width) }
        (picture.width, picture.height) = (Int32(width), Int32(frame.height))
        picture.use_argb = 1
        picture.argb = target
        picture.argb_stride = Int32(width)
        defer { WebPPictureFree(&picture) }
        guard WebPAnimEncoderAdd(encoder, &picture, time, &config) != 0 else { throw failure }
        frames += 1
    }

    func finish() throws(CodecFailure) -> [UInt8] {
        precondition(frames > 0, "a film without a frame")
        var data = WebPData()
        WebPDataInit(&data)
        defer { WebPDataClear(&data) }
        guard WebPAnimEncoderAdd(encoder, nil, time, nil) != 0, WebPAnimEncoderAssemble(encoder, &data) != 0 else {
            throw failure
        }
        return Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
    }

    private var failure: CodecFailure {
        .library(name: "libwebpmux", message: String(cString: WebPAnimEncoderGetError(encoder)))
    }
}
