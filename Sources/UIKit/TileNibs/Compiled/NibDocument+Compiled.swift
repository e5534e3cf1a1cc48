import Foundation

extension NibDocument {
    /// Creates a document from a compiled nib.
    init(compiled bytes: [UInt8], name: String, limits: NibLimits) throws(NibFailure) {
        let archive = try NibArchive(bytes, name: name, limits: limits)
        var elements = CompiledElements(archive, prefix: "o", limits: limits)
        elements.readConnections()
        var objects = NibElement("objects")
        objects.children = elements.top()
        var root = NibElement("document")
        root.children = [objects]
        self.init(root, .nib, name: name)
    }

    /// Creates a document from a compiled storyboard, which is a .storyboardc folder with one nib for each controller
    /// and one for its view.
    init(compiledFolder folder: URL, limits: NibLimits) throws(NibFailure) {
        let name = folder.lastPathComponent
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch {
            throw NibFailure(name, .unreadable("its folder can't be read; check its permissions"))
        }
        guard names.count <= 10_000 else { throw NibFailure(name, .tooLarge("it has \(names.count) files")) }
        var archives: [String: NibArchive] = [:]
        var total = 0
        for each in names where each.hasSuffix(".nib") {
            let bytes = try NibFiles.nibBytes(of: folder.appendingPathComponent(each), limits: limits)
            let archive = try NibArchive(bytes, name: "\(name)/\(each)", limits: limits)
            total += archive.objects.count
            guard total <= limits.elements else {
                throw NibFailure(name, .tooLarge("it has more than \(limits.elements) objects"))
            }
            archives[String(each.dropLast(4))] = archive
        }
        let plist =
            (try? NibFiles.bytes(of: folder.appendingPathComponent("Info.plist"), limits: limits))
            .flatMap { try? PropertyListSerialization.propertyList(from: Data($0), format: nil) } as? [String: Any]
        var root = NibElement("document")
        let nibNames = plist?["UIViewControllerIdentifiersToNibNames"] as? [String: String] ?? [:]
        if let entry = plist?["UIStoryboardDesignatedEntryPointIdentifier"] as? String {
            root.attributes["initialViewController"] = Self.id(nibNames[entry] ?? entry)
        }
        var scenes = NibElement("scenes")
        for (nib, archive) in archives.sorted(by: { $0.key < $1.key }) {
            if let scene = CompiledScene(nib, archive, archives: archives, names: nibNames, limits: limits).element {
                scenes.children.append(scene)
            }
        }
        guard !scenes.children.isEmpty else { throw NibFailure(name, .notANib("it has no controller's nib")) }
        root.children = [scenes]
        self.init(root, .storyboard, name: name)
    }

    /// Returns the identifier of the controller in a nib of a storyboard.
    static func id(_ nib: String) -> String { "\(nib)#" }
}
