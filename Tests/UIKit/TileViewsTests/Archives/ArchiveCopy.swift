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

/// A view's archive as XML, one tag a line.
func archiveText(of view: UIView) -> String {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = .xml
    archiver.encode(view, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return String(decoding: archiver.encodedData, as: UTF8.self)
}

/// The view of an archive that may be damaged in any way; nil when there is none in it.
func view(fromArchive text: String) -> UIView? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: Data(text.utf8)) else { return nil }
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    return unarchiver.decodeObject(of: [UIView.self], forKey: NSKeyedArchiveRootObjectKey) as? UIView
}
