import Foundation

@testable import TileViews

/// A view made from another's archive.
func archivedCopy<View: UIView>(of view: View) throws -> View? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    view.encode(with: archiver)
    archiver.finishEncoding()
    return try restored(from: archiver)
}

/// A view made from an archive with nothing in it.
func viewFromEmptyArchive<View: UIView>() throws -> View? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.finishEncoding()
    return try restored(from: archiver)
}

private func restored<View: UIView>(from archiver: NSKeyedArchiver) throws -> View? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = false
    return View(coder: unarchiver)
}
