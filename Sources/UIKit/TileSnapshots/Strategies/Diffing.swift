public import Foundation

/// How two snapshots of a format are compared, and how one is kept in a file.
public struct Diffing<Format> {
    public struct Attachment {
        public let name: String
        public let data: Data

        public init(name: String, data: Data) { (self.name, self.data) = (name, data) }
    }

    public let toData: (Format) throws -> Data
    /// Throws where the data is of something else.
    public let fromData: (Data) throws -> Format
    /// Nil where the two are the same; else what to say, and what to look at. The first is the one that was kept.
    public let diff: (Format, Format) throws -> (message: String, attachments: [Attachment])?

    public init(
        toData: @escaping (Format) throws -> Data, fromData: @escaping (Data) throws -> Format,
        diff: @escaping (Format, Format) throws -> (message: String, attachments: [Attachment])?
    ) { (self.toData, self.fromData, self.diff) = (toData, fromData, diff) }
}

/// How a value becomes a snapshot.
public struct Snapshotting<Value, Format> {
    /// Without its dot; nil for a file without one.
    public let pathExtension: String?
    public let diffing: Diffing<Format>
    public let snapshot: (Value) throws -> Format

    public init(
        pathExtension: String?, diffing: Diffing<Format>, snapshot: @escaping (Value) throws -> Format
    ) { (self.pathExtension, self.diffing, self.snapshot) = (pathExtension, diffing, snapshot) }

    /// The strategy for values that hold, or make, a value of this one.
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

/// What makes a snapshot impossible.
public struct SnapshotFailure: LocalizedError {
    let text: String
    public var errorDescription: String? { text }

    init(_ text: String) { self.text = text }
}
