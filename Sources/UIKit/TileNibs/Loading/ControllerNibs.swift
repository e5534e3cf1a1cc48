import Foundation
import TileControllers
import TileLayers
import TileSupport
import TileViews

/// Creates the views of controllers that were initialized with `init(nibName:bundle:)`. TileControllers finds this
/// class by its name.
final class ControllerNibs: ViewNibLoading {
    /// The controller classes without a nib in their bundle, recorded so that each is looked up only once.
    private static let without = Lock(Set<String>())

    static func loadView(of controller: UIViewController, name: String?, in bundle: Bundle?) -> Bool {
        let bundle = bundle ?? .main
        guard let file = file(of: controller, name, in: bundle) else { return false }
        do {
            let content = try NibContent(file, in: bundle, limits: .standard)
            let (objects, notes) = try content.instantiate(owner: controller, external: [:], bundle: bundle)
            notes.log()
            if !controller.isViewLoaded {
                FrameLog.write(
                    "\(file.lastPathComponent): the outlet view of its owner, a \(type(of: controller)), is not set")
                guard let view = objects.lazy.compactMap({ $0 as? UIView }).first, view.manager == nil else {
                    return false
                }
                controller.view = view
            }
            return true
        } catch {
            FrameLog.write("\(error)")
            return false
        }
    }

    private static func file(of controller: UIViewController, _ name: String?, in bundle: Bundle) -> URL? {
        if let name {
            if let file = NibFiles.find(name, ["nib", "xib"], in: bundle) { return file }
            FrameLog.write(
                "there is no \(name).nib and no \(name).xib in \(bundle.bundlePath); the view is an empty one")
            return nil
        }
        let type = type(of: controller)
        let module = NibClasses.module(String(reflecting: type))
        guard module != "TileControllers", module != "TileLists" else { return nil }
        let own = "\(type)"
        let key = "\(bundle.bundlePath) \(String(reflecting: type))"
        if without.withLock({ $0.contains(key) }) { return nil }
        let names = own.hasSuffix("Controller") ? [String(own.dropLast("Controller".count)), own] : [own]
        for name in names {
            if let file = NibFiles.find(name, ["nib", "xib"], in: bundle) { return file }
        }
        _ = without.withLock { $0.insert(key) }
        return nil
    }
}
