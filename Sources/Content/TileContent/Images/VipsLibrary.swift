import CVips
import Foundation
import TileGraphics
import TileSupport

/// The one start of libvips in a process, and its errors.
enum VipsLibrary {
    /// Whether libvips could be started; the first call starts it.
    static let isStarted: Bool = {
        // What its modules read is decoded by processes of their own.
        guard ICCProfile.startingVips({ tilework_vips_init_without_modules() == 0 }) else { return false }
        // Tiles are what runs in parallel here; threads inside one read would only compete with them.
        vips_concurrency_set(1)
        // Operations are never repeated with equal arguments, so keeping their results is memory lost.
        vips_cache_set_max(0)
        // No loader but the five that were looked at, and of those none that its authors call unsafe.
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in ["Jpeg", "Png", "Webp", "Tiff", "Nsgif"] {
            vips_operation_block_set("VipsForeignLoad\(loader)", 0)
        }
        vips_block_untrusted_set(1)
        return true
    }()

    /// libvips has one text of errors for all threads; calls that can fail and are rare (opening) are made under this
    /// lock, so that a file is not blamed for another's fault.
    ///
    /// Its state means nothing. It has a size, because the thread sanitizer takes the state of a lock of `Void`, which
    /// lies where the object's header is, for unguarded.
    private static let errors = Lock(false)

    /// What went wrong in a call made on this thread.
    struct Failure: Error {
        var reason: String
    }

    /// Runs `body`, which returns nil when libvips failed.
    static func check<Value>(_ body: () -> sending Value?) throws(Failure) -> sending Value {
        guard isStarted else { throw Failure(reason: "libvips does not start; reinstall the package libvips42") }
        return try errors.withLock { _ throws(Failure) in
            guard let value = body() else { throw Failure(reason: takeError()) }
            vips_error_clear()
            return value
        }
    }

    /// The text of libvips' errors in one line, and clears it.
    static func takeError() -> String {
        let text = String(cString: vips_error_buffer())
        vips_error_clear()
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        // libvips repeats a line for each layer that saw it.
        let distinct = lines.enumerated().filter { !lines.prefix($0.offset).contains($0.element) }.map(\.element)
        return distinct.isEmpty ? "unknown reason" : distinct.prefix(3).joined(separator: "; ")
    }
}
