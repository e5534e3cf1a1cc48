import Foundation
import Synchronization
import TileSupport

/// An image set of an asset catalogue: files that show one thing, each for some traits.
struct ImageSet {
    /// A file, and what it is for.
    private struct Variant {
        var file: ImageSetFile
        var idiom: UIUserInterfaceIdiom
        var direction: UITraitEnvironmentLayoutDirection
        var traits: UITraitCollection
    }

    /// Sets that were asked for, by their folders: an image that is asked for again is not read again.
    private static let kept = Lock<[String: Kept]>([:])

    private struct Kept {
        var asset: UIImageAsset
        /// When its files changed last.
        var changes: [String: Date?]

        var isCurrent: Bool { changes.allSatisfy { AssetCatalogs.change(of: $0.key) == $0.value } }
    }

    /// Of their pixels, together: beyond that, all are let go, and stay where they are shown.
    private static let mostBytes = 64 << 20

    /// The images of a set; nil when there is none of that name, or it has no file that can be shown.
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

    private let variants: [Variant]

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
                // What is drawn for one direction is mirrored for the other.
                flips: item.direction == .leftToRight && !isOfBothDirections)
            return Variant(
                file: file, idiom: idiom, direction: isOfBothDirections ? item.direction ?? .unspecified : .unspecified,
                traits: traits)
        }
        if variants.isEmpty { return nil }
    }

    private var asset: UIImageAsset {
        // Where nothing is for all devices, what is for phones serves the others.
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

/// A file of an image set, which is read when it is to be shown.
final class ImageSetFile: Sendable {
    private enum State: Sendable {
        case unread
        case read(ImageTraits)
        /// Not to be tried again before a moment, in nanoseconds: the file may be damaged, or who draws it busy.
        case failed(until: UInt64)
    }

    let path: String
    /// Pixels a point.
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

    /// Reads the file, the first time; nil for what can't be shown.
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

    /// Without waiting for who reads it.
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
        // Insets are in pixels of a file that has some, and of a drawing in points.
        if let resizing, let insets = resizing.insets(of: image.size, scale: scale) {
            traits.capInsets = insets
            traits.resizingMode = resizing.mode
        }
        return traits
    }
}

/// How an image of a set is resized: parts at its edges keep their size.
struct ImageSetResizing: Decodable, Sendable {
    struct Center: Decodable, Sendable { let mode: String? }
    /// In pixels.
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

    /// In points; nil for insets that an image of that size does not have room for.
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

/// The file of an image set, as far as it is used.
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

        /// What is for certain screens, memories and graphics is passed by: nothing here is known to be those.
        var isUsable: Bool {
            filename != nil && memory == nil && features == nil && subtype == nil && gamut != "display-P3"
        }

        /// Pixels a point; 1 for a single file for all.
        var factor: CGFloat {
            switch scale {
            case "2x": 2
            case "3x": 3
            default: 1
            }
        }

        /// Nil for a device that no view is shown on.
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

        /// What it is for, its device and direction apart; nil where nothing is known of that.
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
