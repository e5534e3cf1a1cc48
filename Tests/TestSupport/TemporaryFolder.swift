import Foundation

/// A folder that goes away with its owner.
public final class TemporaryFolder {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "tilework-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String) -> String { path + "/" + name }

    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

    @discardableResult
    public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    public func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// All files below, by their names from here, sorted; folders too, with a slash at the end.
    public func everything() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).map { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file(name), isDirectory: &isFolder)
            return isFolder.boolValue ? name + "/" : name
        }.sorted()
    }

    public func files() throws -> [String] { try everything().filter { !$0.hasSuffix("/") } }
}
