public import Foundation

/// The callbacks that receive bytes and the end of data.
public struct CGDataConsumerCallbacks {
    public typealias PutBytes = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int
    public typealias Release = (UnsafeMutableRawPointer?) -> Void

    /// Receives bytes and returns how many it accepted. Fewer than given is a failure.
    public var putBytes: PutBytes?
    public var releaseConsumer: Release?

    public init(putBytes: PutBytes?, releaseConsumer: Release?) {
        self.putBytes = putBytes
        self.releaseConsumer = releaseConsumer
    }
}

/// The destination of a PDF context's bytes.
public final class CGDataConsumer {
    private let put: (UnsafeRawBufferPointer) -> Bool
    private let release: () -> Void

    init(put: @escaping (UnsafeRawBufferPointer) -> Bool, release: @escaping () -> Void = {}) {
        self.put = put
        self.release = release
    }

    /// Creates a consumer that appends to data.
    public convenience init?(data: NSMutableData) {
        self.init(put: { bytes in
            if let address = bytes.baseAddress { data.append(address, length: bytes.count) }
            return true
        })
    }

    /// Creates a consumer that writes a file, replacing an existing one; nil if it can't be created.
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

    /// Creates a consumer that calls back.
    ///
    /// - Returns: nil if there is no `putBytes` callback.
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

    /// Writes bytes. Returns false if not all were accepted.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool { put(bytes) }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGDataConsumer.self) }
}
