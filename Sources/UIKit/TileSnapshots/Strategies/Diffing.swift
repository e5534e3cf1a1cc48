public import Foundation

/// The comparison of two snapshots, and their conversion to and from files.
public struct Diffing<Format> {
    public struct Attachment {
        public let name: String
        public let data: Data

        public init(name: String, data: Data) { (self.name, self.data) = (name, data) }
    }

    public let toData: (Format) throws -> Data
    /// Decodes a snapshot. Throws if the data has another format.
    public let fromData: (Data) throws -> Format
    /// Compares the stored and the new snapshot. Returns nil if they match; otherwise a message and attachments for
    /// inspection.
    public let diff: (Format, Format) throws -> (message: String, attachments: [Attachment])?

    public init(
        toData: @escaping (Format) throws -> Data, fromData: @escaping (Data) throws -> Format,
        diff: @escaping (Format, Format) throws -> (message: String, attachments: [Attachment])?
    ) { (self.toData, self.fromData, self.diff) = (toData, fromData, diff) }
}

/// A strategy that converts a value to a snapshot.
public struct Snapshotting<Value, Format> {
    /// The file extension without the dot; nil for none.
    public let pathExtension: String?
    public let diffing: Diffing<Format>
    public let snapshot: (Value) throws -> Format

    public init(
        pathExtension: String?, diffing: Diffing<Format>, snapshot: @escaping (Value) throws -> Format
    ) { (self.pathExtension, self.diffing, self.snapshot) = (pathExtension, diffing, snapshot) }

    /// Returns a strategy for values that contain or create a value of this type.
    public func pullback<Other>(_ transform: @escaping (Other) throws -> Value) -> Snapshotting<Other, Format> {
        Snapshotting<Other, Format>(pathExtension: pathExtension, diffing: diffing) {
            try snapshot(transform($0))
        }
    }
}

extension Snapshotting where Value == Format {
    public init(pathExtension: String?, diffing: Diffing<Format>) {
        self.init(pathExtension: pathExtension, diffing: diffing) { $0 }
    }
}

/// An error that prevents taking a snapshot.
public struct SnapshotFailure: LocalizedError {
    let text: String
    public var errorDescription: String? { text }

    init(_ text: String) { self.text = text }
}
