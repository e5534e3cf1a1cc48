public import Foundation

/// A file of any kind in an asset catalog: the data set `name.dataset`.
///
/// If a set has several files, the first one for all devices is used, or else the first.
// @unchecked Sendable: NSObject is not marked so; what is added to it is constant.
public final class NSDataAsset: NSObject, NSCopying, @unchecked Sendable {
    public let name: String
    public let data: Data
    /// A uniform type identifier; empty if the set specifies none.
    public let typeIdentifier: String

    /// Loads a data set of the main bundle; nil if it does not exist.
    public convenience init?(name: String) { self.init(name: name, bundle: .main) }

    /// Loads a data set of a bundle's catalogs; nil if no set has that name or its file can't be read.
    public init?(name: String, bundle: Bundle) {
        guard let folder = AssetCatalogs.set(name, .data, in: bundle),
            let contents = AssetCatalogs.contents(of: folder.path, as: Contents.self)
        else { return nil }
        let files = contents.data.filter { $0.filename != nil }
        guard let item = files.first(where: { $0.idiom == "universal" }) ?? files.first,
            let path = item.filename.flatMap({ AssetCatalogs.file($0, in: folder) }),
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        self.name = name
        self.data = data
        typeIdentifier = item.type ?? ""
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    private struct Contents: Decodable {
        struct Item: Decodable {
            let filename: String?
            let idiom: String?
            let type: String?

            enum CodingKeys: String, CodingKey {
                case filename, idiom
                case type = "universal-type-identifier"
            }
        }

        let data: [Item]
    }
}
