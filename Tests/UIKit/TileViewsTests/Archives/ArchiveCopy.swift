import Foundation

@testable import TileViews

/// Returns a view decoded from the archive of another.
func archivedCopy<View: UIView>(of view: View) throws -> View? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    view.encode(with: archiver)
    archiver.finishEncoding()
    return try restored(from: archiver)
}

/// Returns a view decoded from an empty archive.
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

/// Returns the archive of a view as XML, one tag per line.
func archiveText(of view: UIView) -> String {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = .xml
    archiver.encode(view, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return String(decoding: archiver.encodedData, as: UTF8.self)
}

/// Returns the view in an archive that may be damaged in any way, or nil if there is none.
func view(fromArchive text: String) -> UIView? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: Data(text.utf8)) else { return nil }
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    return unarchiver.decodeObject(of: [UIView.self], forKey: NSKeyedArchiveRootObjectKey) as? UIView
}
