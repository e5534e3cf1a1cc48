public import Foundation

/// What takes bytes, and what is called when no more come.
public struct CGDataConsumerCallbacks {
    public typealias PutBytes = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int
    public typealias Release = (UnsafeMutableRawPointer?) -> Void

    /// Takes bytes, and says how many it took; fewer than it was given is a failure.
    public var putBytes: PutBytes?
    public var releaseConsumer: Release?

    public init(putBytes: PutBytes?, releaseConsumer: Release?) {
        self.putBytes = putBytes
        self.releaseConsumer = releaseConsumer
    }
}

/// Where a PDF context's bytes go.
public final class CGDataConsumer {
    private let put: (UnsafeRawBufferPointer) -> Bool
    private let release: () -> Void

    init(put: @escaping (UnsafeRawBufferPointer) -> Bool, release: @escaping () -> Void = {}) {
        self.put = put
        self.release = release
    }

    /// Appends to data.
    public convenience init?(data: NSMutableData) {
        self.init(put: { bytes in
            if let address = bytes.baseAddress { data.append(address, length: bytes.count) }
            return true
        })
    }

    /// Writes a file, replacing what is there; nil when it can't be made.
    public convenience init?(url: URL) {
        guard FileManager.default.createFile(atPath: url.path, contents: nil),
            let file = try? FileHandle(forWritingTo: url)
        else { return nil }
        self.init(
            put: { bytes in
                do {
                    try file.write(contentsOf: Data(bytes))
                    return true
                } catch {
                    return false
                }
            },
            release: { try? file.close() })
    }

    /// Calls back.
    ///
    /// - Returns: nil when there is nothing to take the bytes.
    public convenience init?(info: UnsafeMutableRawPointer?, cbks: UnsafePointer<CGDataConsumerCallbacks>) {
        let callbacks = cbks.pointee
        guard let putBytes = callbacks.putBytes else { return nil }
        self.init(
            put: { bytes in
                guard let address = bytes.baseAddress else { return true }
                return putBytes(info, address, bytes.count) == bytes.count
            },
            release: { callbacks.releaseConsumer?(info) })
    }

    deinit { release() }

    /// Hands bytes on; false when not all were taken.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool { put(bytes) }

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGDataConsumer.self) }
}
