import Foundation
import TileAdapt

/// The files in the given folders: Swift sources, and other files.
struct SourceTree {
    /// The sources, by their paths as given, so that notes can be clicked.
    private(set) var sources: [SourceText] = []
    /// The path of each source in an output folder, relative to the given folder.
    private var destinations: [String: String] = [:]
    /// The other files, which are copied, and their destinations.
    private var others: [(path: String, destination: String)] = []
    /// The names of the folders with sources, which are the modules of a package.
    private(set) var modules: Set<String> = []

    /// The output of an earlier run, which may be within the input: a folder, and a file of stubs.
    private let omitted: Set<FilePlace>

    init(_ paths: [String], without outputs: [String]) throws {
        omitted = Set(outputs.map { FilePlace($0) })
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw AdaptFailure("\(path): no such file or folder")
            }
            if isFolder.boolValue {
                // If there are several folders, each keeps its name.
                let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
                modules.insert(name)
                try read(path, as: paths.count > 1 ? name + "/" : "")
            } else {
                try add(path, destination: URL(fileURLWithPath: path).lastPathComponent)
            }
        }
        sources.sort { $0.name < $1.name }
    }

    private mutating func read(_ folder: String, as prefix: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        for name in names where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            guard !omitted.contains(FilePlace(path)) else { continue }
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            // Links are skipped, because they could form a cycle.
            switch attributes[.type] as? FileAttributeType {
            case .typeDirectory?:
                modules.insert(name)
                try read(path, as: prefix + name + "/")
            case .typeRegular?: try add(path, destination: prefix + name)
            default: continue
            }
        }
    }

    private mutating func add(_ path: String, destination: String) throws {
        // The sources in a catalog of documentation are fragments.
        guard path.hasSuffix(".swift"), !path.contains(".docc/") else { return others.append((path, destination)) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let text = String(validating: data, as: UTF8.self) else {
            throw AdaptFailure("\(path): is not UTF-8; convert it")
        }
        sources.append(SourceText(name: path, text: text))
        destinations[path] = destination
    }

    /// Returns whether the tree has a file that is written to a place if the output is a folder.
    func writes(to place: FilePlace, in folder: String) -> Bool {
        let target = URL(fileURLWithPath: folder, isDirectory: true)
        return (destinations.values + others.map(\.destination)).contains {
            FilePlace(target.appendingPathComponent($0).path) == place
        }
    }

    /// Overwrites the given sources that have changed.
    func overwrite(_ adaptation: Adaptation) throws {
        let changed = Set(adaptation.changedNames)
        for source in adaptation.sources where changed.contains(source.name) {
            try Data(source.text.utf8).write(to: URL(fileURLWithPath: source.name), options: .atomic)
        }
    }

    /// Writes the whole tree into a folder. Existing files stay, unless the tree has a file of the same name.
    func write(_ adaptation: Adaptation, to folder: String) throws {
        let target = URL(fileURLWithPath: folder, isDirectory: true)
        func destination(_ name: String) throws -> URL {
            let url = target.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            return url
        }
        for source in adaptation.sources {
            let url = try destination(destinations[source.name] ?? source.name)
            try Data(source.text.utf8).write(to: url, options: .atomic)
        }
        for other in others {
            let data = try Data(contentsOf: URL(fileURLWithPath: other.path))
            try data.write(to: destination(other.destination), options: .atomic)
        }
    }
}
