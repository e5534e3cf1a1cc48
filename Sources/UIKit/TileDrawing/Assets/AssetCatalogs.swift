import Foundation
import TileSupport

/// The asset catalogs of a bundle: the folders `….xcassets` among its resources, as Xcode writes them, not the compiled
/// form. The format follows Apple's "Asset Catalog Format Reference".
///
/// A set is found by its name in any group. A set in a group that provides a namespace has the group's name before its
/// own, as in "Seats/Free". Such a path finds it in other groups, too. Links are not followed.
package enum AssetCatalogs {
    /// The kind of content of a set. The raw value is the extension of the set's folder.
    enum Kind: String {
        case color = "colorset"
        case data = "dataset"
        case image = "imageset"
    }

    /// The locations of the sets of some catalogs, with the modification dates of their folders.
    private struct Index {
        var sets: [String: String] = [:]
        var folders: [String: Date] = [:]

        /// Whether no set was added or removed since the index was made. O(groups): reads the date of each group's
        /// folder.
        var isCurrent: Bool { folders.allSatisfy { AssetCatalogs.change(of: $0.key) == $0.value } }
    }

    /// Returns the modification date of a file or a folder; nil if it does not exist.
    static func change(of path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    private static let indexes = Lock<[String: Index]>([:])
    /// Additional folders with catalogs, keyed by the bundle's own resource folder.
    private static let others = Lock<[String: [String]]>([:])
    /// The maximum number of bundles with a cached index; a program has a few.
    private static let mostIndexes = 64
    /// The maximum nesting of groups.
    private static let deepest = 16

    /// Returns the folder of a set; nil if no set has that name.
    ///
    /// - Complexity: a dictionary lookup, once all folders have been read; for an unknown name, a check of each group's
    ///   date.
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

    /// Adds the catalogs of the two folders above a folder that no program was built from, such as a storyboard among
    /// sources with images next to it.
    package static func addFoldersAbove(_ folder: URL) {
        // If a folder contains a folder Resources, only that one is the bundle's.
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

    /// Indexes all sets of a group.
    ///
    /// - Parameters:
    ///   - namespace: the prefix of a set's own name.
    ///   - path: the names of the groups, an alternative prefix.
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

    /// Returns the folders of the kinds given, sorted by name. Other entries are not examined: there may be thousands.
    private static func folders(
        in folder: String, _ index: inout Index, isMeant: (String) -> Bool = { _ in true }
    ) -> [String] {
        index.folders[folder] = change(of: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isMeant).sorted().filter { kind(of: "\(folder)/\($0)") == .typeDirectory }
    }

    /// Returns the decoded description of a set or a group; nil if it can't be read.
    static func contents<Contents: Decodable>(of folder: String, as type: Contents.Type) -> Contents? {
        let path = "\(folder)/Contents.json"
        guard kind(of: path) == .typeRegular, let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(type, from: data)
    }

    /// Returns the path of a file in a set; nil for a name that leads out of the set, and for anything but a file.
    static func file(_ name: String, in set: URL) -> String? {
        guard !name.isEmpty, !name.contains("/") else { return nil }
        let path = set.appendingPathComponent(name).path
        return kind(of: path) == .typeRegular ? path : nil
    }

    /// Returns the type of the entry at a path; for a link, the type of the link itself.
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
