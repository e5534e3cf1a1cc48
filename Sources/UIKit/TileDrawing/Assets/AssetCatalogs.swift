import Foundation
import TileSupport

/// The asset catalogues of a bundle: the folders `….xcassets` among its resources, as Xcode writes them and not what it
/// compiles of them. Their format is that of Apple's "Asset Catalog Format Reference".
///
/// A set is found by its name, whatever groups it lies in; one in a group that provides a namespace by the group's name
/// before its own, as in "Seats/Free". Such a path finds it in other groups, too. Links are not followed.
package enum AssetCatalogs {
    /// What a set holds, and how its folder's name ends.
    enum Kind: String {
        case color = "colorset"
        case data = "dataset"
        case image = "imageset"
    }

    /// Where the sets of some catalogues are, as of when the folders around them changed last.
    private struct Index {
        var sets: [String: String] = [:]
        var folders: [String: Date] = [:]

        /// Whether no set has come or gone since. O(groups), each a look at its folder.
        var isCurrent: Bool { folders.allSatisfy { AssetCatalogs.change(of: $0.key) == $0.value } }
    }

    /// When a file or a folder changed last; nil where there is none.
    static func change(of path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    private static let indexes = Lock<[String: Index]>([:])
    /// Folders in which a bundle's catalogues are besides its own resources, by those.
    private static let others = Lock<[String: [String]]>([:])
    /// Bundles whose catalogues are remembered; a program has a few.
    private static let mostIndexes = 64
    /// Groups lie in groups no deeper than this.
    private static let deepest = 16

    /// A set's folder; nil when there is none of that name.
    ///
    /// - Complexity: a look at a table, once all folders have been read; for a name that there is not, a look at each
    ///   group.
    static func set(_ name: String, _ kind: Kind, in bundle: Bundle) -> URL? {
        guard let resources = bundle.resourceURL?.path else { return nil }
        let key = "\(kind.rawValue)/\(name)"
        let known = indexes.withLock { $0[resources] }
        if let known {
            if let path = known.sets[key], FileManager.default.fileExists(atPath: path) {
                return URL(fileURLWithPath: path, isDirectory: true)
            }
            if known.isCurrent { return nil }
        }
        let new = index(of: resources)
        indexes.withLock { indexes in
            if indexes.count >= mostIndexes { indexes = [:] }
            indexes[resources] = new
        }
        return new.sets[key].map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    /// Has the catalogues of the folder above, and of the one above that, count as those of a folder that no program
    /// was built of: as a storyboard and its images lie among sources.
    package static func addFoldersAbove(_ folder: URL) {
        // In one that has a folder Resources only that is the bundle's.
        let above = [folder, folder.deletingLastPathComponent()]
            .flatMap { [$0, $0.deletingLastPathComponent()] }
        guard let resources = Bundle(url: folder)?.resourceURL?.path else { return }
        others.withLock { $0[resources] = above.map(\.path) }
    }

    private static func index(of resources: String) -> Index {
        var index = Index()
        for folder in [resources] + others.withLock({ $0[resources] ?? [] }) where index.folders[folder] == nil {
            for name in folders(in: folder, &index, isMeant: { $0.hasSuffix(".xcassets") }) {
                read("\(folder)/\(name)", into: &index)
            }
        }
        return index
    }

    /// Notes all sets of a group.
    ///
    /// - Parameters:
    ///   - namespace: what is before a set's own name.
    ///   - path: what may be before it, too: the groups' names.
    private static func read(
        _ group: String, namespace: String = "", path groups: String = "", depth: Int = 0, into index: inout Index
    ) {
        guard depth < deepest else { return }
        for name in folders(in: group, &index) {
            let path = "\(group)/\(name)"
            guard let dot = name.lastIndex(of: ".") else {
                let isNamespace = contents(of: path, as: Group.self)?.properties?.providesNamespace == true
                read(
                    path, namespace: isNamespace ? "\(namespace)\(name)/" : namespace, path: "\(groups)\(name)/",
                    depth: depth + 1, into: &index)
                continue
            }
            guard let kind = Kind(rawValue: String(name[name.index(after: dot)...])) else { continue }
            for prefix in [namespace, groups] {
                let key = "\(kind.rawValue)/\(prefix)\(name[..<dot])"
                if index.sets[key] == nil { index.sets[key] = path }
            }
        }
    }

    /// In the order of their names. Others than what is meant are not looked at: there may be thousands.
    private static func folders(
        in folder: String, _ index: inout Index, isMeant: (String) -> Bool = { _ in true }
    ) -> [String] {
        index.folders[folder] = change(of: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isMeant).sorted().filter { kind(of: "\(folder)/\($0)") == .typeDirectory }
    }

    /// What a set or a group says of itself; nil when it can't be read.
    static func contents<Contents: Decodable>(of folder: String, as type: Contents.Type) -> Contents? {
        let path = "\(folder)/Contents.json"
        guard kind(of: path) == .typeRegular, let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(type, from: data)
    }

    /// A file of a set's; nil for a name that leads elsewhere, and for what is no file.
    static func file(_ name: String, in set: URL) -> String? {
        guard !name.isEmpty, !name.contains("/") else { return nil }
        let path = set.appendingPathComponent(name).path
        return kind(of: path) == .typeRegular ? path : nil
    }

    /// Of what lies there; that of a link is its own.
    private static func kind(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    private struct Group: Decodable {
        struct Properties: Decodable {
            let providesNamespace: Bool?

            enum CodingKeys: String, CodingKey { case providesNamespace = "provides-namespace" }
        }

        let properties: Properties?
    }
}
