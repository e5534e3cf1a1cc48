import Foundation

/// Functions that find nibs among the resources of a bundle and read files within limits.
enum NibFiles {
    /// Returns the folders of a bundle that can contain a resource, preferred languages first.
    static func folders(of bundle: Bundle) -> [URL] {
        guard let resources = bundle.resourceURL else { return [] }
        // On Linux, `developmentLocalization` ends the program if the bundle names none.
        let own = bundle.infoDictionary?["CFBundleDevelopmentRegion"] as? String
        let languages = bundle.preferredLocalizations + [own].compactMap { $0 }
        var folders: [URL] = []
        for name in languages + ["Base"] {
            let folder = resources.appendingPathComponent("\(name).lproj", isDirectory: true)
            if !folders.contains(folder) { folders.append(folder) }
        }
        return folders + [resources]
    }

    /// Returns the first file with a name and one of the extensions, which are in order of preference.
    static func find(_ name: String, _ extensions: [String], in bundle: Bundle) -> URL? {
        // A name can contain folders but must not leave the bundle.
        guard !name.isEmpty, !name.contains("\0"), !name.split(separator: "/").contains("..") else { return nil }
        for folder in folders(of: bundle) {
            for each in extensions {
                let file = folder.appendingPathComponent("\(name).\(each)")
                if FileManager.default.fileExists(atPath: file.path) { return file }
            }
        }
        return nil
    }

    /// Returns the strings for a document in a `Base.lproj` folder, in the first preferred language that has some.
    static func strings(for file: URL, in bundle: Bundle, limits: NibLimits = .standard) -> NibStrings? {
        guard file.deletingLastPathComponent().lastPathComponent == "Base.lproj" else { return nil }
        let name = file.deletingPathExtension().lastPathComponent + ".strings"
        for folder in folders(of: bundle) where folder.pathExtension == "lproj" {
            let strings = folder.appendingPathComponent(name)
            guard let bytes = try? bytes(of: strings, limits: limits) else { continue }
            return NibStrings(bytes)
        }
        return nil
    }

    /// Returns the bytes of a compiled nib. If the nib is a folder, the file for the newest system is used.
    static func nibBytes(of file: URL, limits: NibLimits) throws(NibFailure) -> [UInt8] {
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue else {
            return try bytes(of: file, limits: limits)
        }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: file.path)) ?? []).filter {
            $0.hasSuffix(".nib")
        }
        guard let name = names.contains("runtime.nib") ? "runtime.nib" : names.sorted().last else {
            throw NibFailure(file.lastPathComponent, .notANib("its folder has no nib"))
        }
        return try bytes(of: file.appendingPathComponent(name), limits: limits)
    }

    static func bytes(of file: URL, limits: NibLimits) throws(NibFailure) -> [UInt8] {
        let name = file.lastPathComponent
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else {
            throw NibFailure(name, .missing("no such file; check the name, and that it is among the resources"))
        }
        guard (attributes[.type] as? FileAttributeType) == .typeRegular else {
            throw NibFailure(name, .unreadable("it is no file"))
        }
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard size <= limits.bytes else {
            throw NibFailure(name, .tooLarge("it has \(size) bytes, and \(limits.bytes) are read at most"))
        }
        guard let data = try? Data(contentsOf: file) else {
            throw NibFailure(name, .unreadable("it can't be read; check its permissions"))
        }
        return [UInt8](data)
    }
}
