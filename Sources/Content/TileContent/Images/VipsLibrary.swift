import CVips
import Foundation
import TileGraphics
import TileSupport

/// The initialization of libvips in the process, and its errors.
enum VipsLibrary {
    /// Whether libvips could be started. The first access starts it.
    static let isStarted: Bool = {
        // Formats that need modules are decoded by separate processes.
        guard ICCProfile.startingVips({ tilework_vips_init_without_modules() == 0 }) else { return false }
        // Tiles are already processed in parallel; threads within one read would only compete with them.
        vips_concurrency_set(1)
        // Operations are never repeated with equal arguments, so caching their results wastes memory.
        vips_cache_set_max(0)
        // Only the five loaders that were reviewed are enabled, and none that libvips marks as untrusted.
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in ["Jpeg", "Png", "Webp", "Tiff", "Nsgif"] {
            vips_operation_block_set("VipsForeignLoad\(loader)", 0)
        }
        vips_block_untrusted_set(1)
        return true
    }()

    /// Guards the error text, which libvips shares between all threads. Rare calls that can fail, such as opening a
    /// file, hold this lock so that a file is not blamed for another's error.
    ///
    /// The lock's state has no meaning, but it has a size: the thread sanitizer considers the state of a lock of
    /// `Void`, which has the address of the object's header, unguarded.
    private static let errors = Lock(false)

    /// The error of a call made on this thread.
    struct Failure: Error {
        var reason: String
    }

    /// Runs `body`, which returns nil if libvips failed.
    static func check<Value>(_ body: () -> sending Value?) throws(Failure) -> sending Value {
        guard isStarted else { throw Failure(reason: "libvips does not start; reinstall the package libvips42") }
        return try errors.withLock { _ throws(Failure) in
            guard let value = body() else { throw Failure(reason: takeError()) }
            vips_error_clear()
            return value
        }
    }

    /// Returns the text of libvips' errors in one line, and clears it.
    static func takeError() -> String {
        let text = String(cString: vips_error_buffer())
        vips_error_clear()
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        // libvips repeats a line for each layer that reports it.
        let distinct = lines.enumerated().filter { !lines.prefix($0.offset).contains($0.element) }.map(\.element)
        return distinct.isEmpty ? "unknown reason" : distinct.prefix(3).joined(separator: "; ")
    }
}
