import Foundation
import TileControllers

/// A reference to another storyboard, `<viewControllerPlaceholder>`.
struct SceneReference {
    private let element: NibElement
    private let storyboard: UIStoryboard

    init(_ element: NibElement, _ storyboard: UIStoryboard) { (self.element, self.storyboard) = (element, storyboard) }

    func controller(_ creator: UIStoryboard.Creator?) throws(NibFailure) -> UIViewController {
        guard let name = element["storyboardName"] else {
            throw NibFailure(
                storyboard.notebook.file, line: element.line, .noController("a reference names no storyboard"))
        }
        var bundle = storyboard.bundle
        if let identifier = element["bundleIdentifier"] {
            bundle = Bundle.allBundles.first { $0.bundleIdentifier == identifier } ?? bundle
        }
        // A storyboard can be next to the one that refers to it, as a file outside of any bundle.
        let other = UIStoryboard(name: name, bundle: bundle)
        let limits = storyboard.limits
        return try NibNesting.within(storyboard.notebook.file, limits) { () throws(NibFailure) in
            do {
                return try other.controller(withIdentifier: element["referencedIdentifier"], creator: creator)
            } catch let failure as NibFailure {
                throw failure
            } catch {
                throw NibFailure(name, .unreadable("\(error)"))
            }
        }
    }
}
