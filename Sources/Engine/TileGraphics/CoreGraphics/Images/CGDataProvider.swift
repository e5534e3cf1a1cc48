public import Foundation

/// The complete bytes of an image or a font.
public final class CGDataProvider: Sendable {
    /// The bytes.
    public let data: Data?

    public init?(data: Data) { self.data = data }

    /// Creates a provider of a file's bytes; nil if it can't be read.
    public init?(url: URL) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.data = data
    }

    /// Creates a provider of a file's bytes; nil if it can't be read.
    public convenience init?(filename: String) { self.init(url: URL(fileURLWithPath: filename)) }

    /// Creates a provider of the client's bytes. They are copied and released immediately.
    ///
    /// - Parameter releaseData: Called with `info`, the bytes and their number.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
    ) {
        guard size >= 0 else { return nil }
        self.data = Data(bytes: data, count: size)
        releaseData(info, data, size)
    }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGDataProvider.self) }
}
