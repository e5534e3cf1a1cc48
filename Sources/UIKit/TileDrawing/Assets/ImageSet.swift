import Foundation
import Synchronization
import TileSupport

/// An image set of an asset catalog: files that show one thing, each for some traits.
struct ImageSet {
    /// A file and the traits that it is meant for.
    private struct Variant {
        var file: ImageSetFile
        var idiom: UIUserInterfaceIdiom
        var direction: UITraitEnvironmentLayoutDirection
        var traits: UITraitCollection
    }

    /// The sets loaded so far, by folder, so that an image is read only once.
    private static let kept = Lock<[String: Kept]>([:])

    private struct Kept {
        var asset: UIImageAsset
        /// The modification dates of its files.
        var changes: [String: Date?]

        var isCurrent: Bool { changes.allSatisfy { AssetCatalogs.change(of: $0.key) == $0.value } }
    }

    private let variants: [Variant]

    /// The maximum size of all cached pixels together. Beyond it the cache is emptied; images on screen stay.
    private static let mostBytes = 64 << 20

    /// Returns the images of a set; nil if no set has that name or none of its files can be shown.
    static func asset(named name: String, in bundle: Bundle) -> UIImageAsset? {
        guard let folder = AssetCatalogs.set(name, .image, in: bundle) else { return nil }
        if let found = kept.withLock({ $0[folder.path] }), found.isCurrent { return found.asset }
        let contents = folder.appendingPathComponent("Contents.json").path
        let change = AssetCatalogs.change(of: contents)
        guard let set = ImageSet(folder) else { return nil }
        let asset = set.asset
        var changes = [contents: change]
        for variant in set.variants { changes[variant.file.path] = AssetCatalogs.change(of: variant.file.path) }
        kept.withLock { kept in
            if kept.values.reduce(0, { $0 + $1.asset.loadedByteCount }) > mostBytes { kept = [:] }
            kept[folder.path] = Kept(asset: asset, changes: changes)
        }
        return asset
    }

    private init?(_ folder: URL) {
        guard let contents = AssetCatalogs.contents(of: folder.path, as: Contents.self) else { return nil }
        let languages = Set(Locale.preferredLanguages.prefix(1).map { $0.prefix { $0 != "-" && $0 != "_" } })
        let items = contents.images.filter { $0.isUsable }
        let localized = items.filter { item in
            item.locale.map { languages.contains($0.prefix { $0 != "-" && $0 != "_" }) } ?? false
        }
        let meant = localized.isEmpty ? items.filter { $0.locale == nil } : localized
        let isOfBothDirections = Set(meant.compactMap(\.direction)).count == 2
        variants = meant.compactMap { item -> Variant? in
            guard let name = item.filename, let path = AssetCatalogs.file(name, in: folder), let traits = item.traits,
                let idiom = item.deviceIdiom
            else { return nil }
            let file = ImageSetFile(
                path: path, scale: item.factor, rendering: contents.properties?.rendering ?? .automatic,
                resizing: item.resizing,
                // An image drawn for one direction is mirrored for the other.
                flips: item.direction == .leftToRight && !isOfBothDirections)
            return Variant(
                file: file, idiom: idiom, direction: isOfBothDirections ? item.direction ?? .unspecified : .unspecified,
                traits: traits)
        }
        if variants.isEmpty { return nil }
    }

    private var asset: UIImageAsset {
        // If no image is meant for all devices, the images for phones serve the other devices.
        let idioms = Set(variants.map(\.idiom))
        let most: UIUserInterfaceIdiom =
            [.unspecified, .phone, .pad, .mac, .tv, .carPlay, .vision].first { idioms.contains($0) } ?? .unspecified
        let asset = UIImageAsset()
        for variant in variants {
            let traits = variant.traits.modifyingTraits { traits in
                if variant.idiom != most { traits.userInterfaceIdiom = variant.idiom }
                if variant.direction != .unspecified { traits.layoutDirection = variant.direction }
            }
            asset.register(variant.file, with: traits)
        }
        return asset
    }
}

/// A file of an image set, read when it is first shown.
final class ImageSetFile: Sendable {
    private enum State: Sendable {
        case unread
        case read(ImageTraits)
        /// Reading failed and is not retried before a moment, in nanoseconds: the file may be damaged, or its renderer
        /// busy.
        case failed(until: UInt64)
    }

    let path: String
    /// Pixels per point.
    let scale: CGFloat
    private let rendering: UIImage.RenderingMode
    private let resizing: ImageSetResizing?
    private let flips: Bool
    private let state = Lock(State.unread)
    private let byteCount = Atomic(0)
    private static let failureMemory: UInt64 = 10_000_000_000

    init(
        path: String, scale: CGFloat, rendering: UIImage.RenderingMode, resizing: ImageSetResizing?, flips: Bool
    ) {
        (self.path, self.scale, self.rendering, self.resizing, self.flips) = (path, scale, rendering, resizing, flips)
    }

    /// The image read from the file; nil if it can't be shown. The first call reads the file.
    var traits: ImageTraits? {
        state.withLock { state in
            switch state {
            case .read(let traits): return traits
            case .failed(let until) where MonotonicClock.nanoseconds < until: return nil
            case .failed, .unread: break
            }
            guard let traits = read() else {
                state = .failed(until: MonotonicClock.nanoseconds + Self.failureMemory)
                return nil
            }
            state = .read(traits)
            byteCount.store(traits.pixels.map { $0.width * $0.height * 4 } ?? 0, ordering: .relaxed)
            return traits
        }
    }

    /// The size of the loaded pixels, in bytes. Does not wait for a thread that reads the file.
    var loadedByteCount: Int { byteCount.load(ordering: .relaxed) }

    private func read() -> ImageTraits? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let image: UIImage
        if let known = UIImage(data: data, scale: scale) {
            image = known
        } else if let foreign = ForeignImageFiles.read(path) {
            image = UIImage(cgImage: foreign.pixels, scale: foreign.scale ?? scale, orientation: .up)
        } else {
            return nil
        }
        var traits = image.traits
        traits.renderingMode = rendering
        traits.flipsForRightToLeft = flips
        // Insets are in pixels if the file has pixels, and in points for a vector drawing.
        if let resizing, let insets = resizing.insets(of: image.size, scale: scale) {
            traits.capInsets = insets
            traits.resizingMode = resizing.mode
        }
        return traits
    }
}

/// The resizing of an image of a set: parts at its edges keep their size.
struct ImageSetResizing: Decodable, Sendable {
    struct Center: Decodable, Sendable { let mode: String? }
    /// Distances from the edges, in pixels.
    struct Insets: Decodable, Sendable {
        let top, left, bottom, right: Double?
    }

    let center: Center?
    let capInsets: Insets?

    enum CodingKeys: String, CodingKey {
        case center
        case capInsets = "cap-insets"
    }

    var mode: UIImage.ResizingMode { center?.mode == "stretch" ? .stretch : .tile }

    /// Returns insets in points; nil if they do not fit an image of that size.
    func insets(of size: CGSize, scale: CGFloat) -> UIEdgeInsets? {
        func points(_ pixels: Double?) -> CGFloat { CGFloat(pixels ?? 0) / scale }
        let insets = UIEdgeInsets(
            top: points(capInsets?.top), left: points(capInsets?.left), bottom: points(capInsets?.bottom),
            right: points(capInsets?.right))
        guard [insets.top, insets.left, insets.bottom, insets.right].allSatisfy({ $0 >= 0 }),
            insets.left + insets.right <= size.width, insets.top + insets.bottom <= size.height
        else { return nil }
        return insets
    }
}

/// The parts of an image set's file that are used here.
private struct Contents: Decodable {
    struct Properties: Decodable {
        let intent: String?

        enum CodingKeys: String, CodingKey { case intent = "template-rendering-intent" }

        var rendering: UIImage.RenderingMode {
            switch intent {
            case "template": .alwaysTemplate
            case "original": .alwaysOriginal
            default: .automatic
            }
        }
    }

    struct Item: Decodable {
        let filename: String?
        let idiom: String?
        let scale: String?
        let appearances: [AssetAppearance]?
        let languageDirection: String?
        let widthClass: String?
        let heightClass: String?
        let gamut: String?
        let memory: String?
        let features: String?
        let subtype: String?
        let locale: String?
        let resizing: ImageSetResizing?

        enum CodingKeys: String, CodingKey {
            case filename, idiom, scale, appearances, memory, subtype, locale, resizing
            case languageDirection = "language-direction"
            case widthClass = "width-class"
            case heightClass = "height-class"
            case gamut = "display-gamut"
            case features = "graphics-feature-set"
        }

        /// Whether the image can be used. Images for certain screens, memory sizes and graphics classes are skipped,
        /// because these are unknown here.
        var isUsable: Bool {
            filename != nil && memory == nil && features == nil && subtype == nil && gamut != "display-P3"
        }

        /// Pixels per point; 1 for a single file that serves all scales.
        var factor: CGFloat {
            switch scale {
            case "2x": 2
            case "3x": 3
            default: 1
            }
        }

        /// The idiom that the image is meant for; nil for a device that shows no views here.
        var deviceIdiom: UIUserInterfaceIdiom? {
            switch idiom {
            case "universal", nil: .unspecified
            case "iphone": .phone
            case "ipad": .pad
            case "tv": .tv
            case "car": .carPlay
            case "mac": .mac
            case "vision": .vision
            default: nil
            }
        }

        var direction: UITraitEnvironmentLayoutDirection? {
            switch languageDirection {
            case "left-to-right": .leftToRight
            case "right-to-left": .rightToLeft
            default: nil
            }
        }

        /// The traits that the image is meant for, other than device and direction; nil if one of them is unknown.
        var traits: UITraitCollection? {
            var isKnown = true
            let traits = UITraitCollection { traits in
                if scale != nil { traits.displayScale = factor }
                func size(_ text: String?) -> UIUserInterfaceSizeClass {
                    text == "compact" ? .compact : text == "regular" ? .regular : .unspecified
                }
                if widthClass != nil { traits.horizontalSizeClass = size(widthClass) }
                if heightClass != nil { traits.verticalSizeClass = size(heightClass) }
                for appearance in appearances ?? [] {
                    switch appearance.meaning {
                    case .dark: traits.userInterfaceStyle = .dark
                    case .light: traits.userInterfaceStyle = .light
                    case .highContrast: traits.accessibilityContrast = .high
                    case nil: isKnown = false
                    }
                }
            }
            return isKnown ? traits : nil
        }
    }

    let images: [Item]
    let properties: Properties?
}
