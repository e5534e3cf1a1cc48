import Foundation
import ImageMessages
import Synchronization
import TileGraphics
import TileSupport
import WorkerProcesses

/// An image file that is decoded by separate processes.
///
/// A process opens the file and reads any part of any level. A decoder without random access decodes the whole picture
/// for the first part, and keeps it for the others as long as the process lives.
final class WorkerImage: Sendable {
    let path: String
    let format: ImageFormat
    let limits: DecoderLimits
    /// A number that distinguishes this image's processes from those of other images.
    let id: Int
    let description: ImageDescription
    /// Whether the decoder's colors are multiplied by alpha.
    private let isPremultiplied: Bool

    private let processes: ImageProcesses

    private static let count = Atomic(0)

    /// Opens the file in a process. Takes about 50 ms, and at most the time that the limits allow.
    init(
        _ path: String, _ format: ImageFormat, limits: DecoderLimits, processes: ImageProcesses = .shared
    ) throws(ContentFailure) {
        self.path = path
        self.format = format
        self.limits = limits
        self.processes = processes
        id = Self.count.add(1, ordering: .relaxed).newValue
        description = try processes.describe(ImageJob(path: path, format: format, limits: limits, id: id))
        isPremultiplied = description.hasAlpha && PremultipliedAlpha.isStated(in: path, format)
    }

    deinit { processes.forget(job) }

    private var job: ImageJob {
        ImageJob(path: path, format: format, limits: limits, id: id, pixels: wholePixels, description: description)
    }

    /// The number of pixels that have to be decoded before the first one is available.
    private var wholePixels: Int {
        description.isRandomAccess ? 0 : description.levels[0].width * description.levels[0].height
    }

    /// The approximate memory for decoding, in bytes, on top of that of an idle process.
    var decodingMemory: Int { wholePixels * ImageJob.bytesPerPixel(format) }

    var samples: SampleConversion.Samples {
        let model: ICCProfile.Model =
            switch description.model {
            case .gray: .gray
            case .rgb: .rgb
            case .cmyk: .cmyk
            }
        return SampleConversion.Samples(model, hasAlpha: description.hasAlpha, bytes: description.bytes)
    }

    var profile: Data? { description.profile.isEmpty ? nil : Data(description.profile) }

    /// Returns the samples of a rect within a level: rows from the top, without padding. Colors are not multiplied by
    /// alpha.
    func samples(_ level: Int, _ window: ImageWindow) throws(ContentFailure) -> [UInt8] {
        var samples = try processes.read(job, level: level, window: window)
        if isPremultiplied {
            PremultipliedAlpha.divide(&samples, channels: description.model.channels, bytes: description.bytes)
        }
        return samples
    }
}

/// The description of a file for a decoder process.
struct ImageJob: Sendable {
    var path: String
    var format: ImageFormat
    var limits: DecoderLimits
    var id: Int
    /// The number of pixels that have to be decoded before any is available.
    var pixels = 0
    /// The result of the first process; nil until then.
    var description: ImageDescription?

    /// The largest number of bytes that a decoder without random access keeps for each pixel, including libvips' copy.
    static func bytesPerPixel(_ format: ImageFormat) -> Int {
        switch format {
        case .gif: 12
        // Planes of up to 16 bits, interleaved samples, and libvips' own.
        case .heif: 24
        // Components of 32 bits, twice.
        case .jpeg2000: 40
        // Floating-point components, twice.
        case .jpegXL: 48
        // The picture that a bitmap in runs is decoded to.
        case .bmp: 3
        case .pnm, .pfm, .radiance, .qoi, .photoshop, .slide, .rgbInJPEG2000: 0
        }
    }

    var allowance: WorkerAllowance {
        // A file may be mapped as a whole, and address space costs nothing.
        var status = stat()
        let fileBytes = stat(path, &status) == 0 ? Int(status.st_size) : 0
        return WorkerAllowance(
            memory: limits.memory + pixels * Self.bytesPerPixel(format) + min(fileBytes, 1 << 42),
            processorSeconds: limits.processorSeconds(pixels: pixels),
            clockNanoseconds: limits.clockNanoseconds(pixels: pixels))
    }
}

extension ImageJob: WorkerSubject {
    var poolLimits: WorkerPoolLimits {
        WorkerPoolLimits(
            // Several processes would each decode the whole picture.
            perSubject: pixels > 0 ? 1 : limits.processesPerFile, all: limits.processes,
            forLong: max(1, limits.processes - max(1, limits.processes / 4)),
            idleNanoseconds: UInt64(max(0, min(1e9, limits.idleTime)) * 1e9))
    }
}
