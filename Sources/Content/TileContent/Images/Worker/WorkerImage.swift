import Foundation
import ImageMessages
import Synchronization
import TileGraphics
import TileSupport
import WorkerProcesses

/// An image file that is decoded by processes of its own.
///
/// A process opens the file and answers for any part of any level. One that can only decode the whole does so for the
/// first part, and has the others at hand for as long as it lives.
final class WorkerImage: Sendable {
    let path: String
    let format: ImageFormat
    let limits: DecoderLimits
    /// Tells its processes from others'.
    let id: Int
    let description: ImageDescription

    private let processes: ImageProcesses

    private static let count = Atomic(0)

    /// Opens the file by a process. No longer than the limits say, and some 50 ms when all is well.
    init(
        _ path: String, _ format: ImageFormat, limits: DecoderLimits, processes: ImageProcesses = .shared
    ) throws(ContentFailure) {
        self.path = path
        self.format = format
        self.limits = limits
        self.processes = processes
        id = Self.count.add(1, ordering: .relaxed).newValue
        description = try processes.describe(ImageJob(path: path, format: format, limits: limits, id: id))
    }

    deinit { processes.forget(job) }

    private var job: ImageJob {
        ImageJob(path: path, format: format, limits: limits, id: id, pixels: wholePixels, description: description)
    }

    /// What has to be decoded before there is any pixel.
    private var wholePixels: Int {
        description.isRandomAccess ? 0 : description.levels[0].width * description.levels[0].height
    }

    /// Memory that decoding takes in its process besides what any takes, in bytes, about.
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

    /// Samples of a rect of a level, within it: rows from the top, without anything between them.
    func samples(_ level: Int, _ window: ImageWindow) throws(ContentFailure) -> [UInt8] {
        try processes.read(job, level, window)
    }
}

/// What a process is told of a file.
struct ImageJob: Sendable {
    var path: String
    var format: ImageFormat
    var limits: DecoderLimits
    var id: Int
    /// That have to be decoded before there are any.
    var pixels = 0
    /// What the first process said; nil until then.
    var description: ImageDescription?

    /// What the decoder of a whole picture keeps for each of its pixels at the most, libvips' copy included.
    static func bytesPerPixel(_ format: ImageFormat) -> Int {
        switch format {
        case .gif: 12
        // Planes of up to 16 bits, interleaved samples, and libvips' own.
        case .heif: 24
        // Components of 32 bits, twice.
        case .jpeg2000: 40
        // Of floating point, twice.
        case .jpegXL: 48
        case .slide: 0
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
            // Each would decode the whole for itself.
            perSubject: pixels > 0 ? 1 : limits.processesPerFile, all: limits.processes,
            forLong: max(1, limits.processes - max(1, limits.processes / 4)),
            idleNanoseconds: UInt64(max(0, min(1e9, limits.idleTime)) * 1e9))
    }
}
