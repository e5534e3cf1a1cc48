public import Foundation

/// Where an image's or a font's bytes come from: all of them, at once.
public final class CGDataProvider: Sendable {
    /// All bytes.
    public let data: Data?

    public init?(data: Data) { self.data = data }

    /// The file's bytes; nil when it can't be read.
    public init?(url: URL) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.data = data
    }

    /// The file's bytes; nil when it can't be read.
    public convenience init?(filename: String) { self.init(url: URL(fileURLWithPath: filename)) }

    /// Bytes of the caller's own. They are copied, and given back at once.
    ///
    /// - Parameter releaseData: called with `info`, the bytes and their number.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
    ) {
        guard size >= 0 else { return nil }
        self.data = Data(bytes: data, count: size)
        releaseData(info, data, size)
    }

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGDataProvider.self) }
}
