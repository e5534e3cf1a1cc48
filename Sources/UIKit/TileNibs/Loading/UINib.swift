public import Foundation
import TileDrawing
import TileGraphics
import TileSupport
import TileViews

/// A nib that is read once, and made objects of as often as is asked.
///
/// It is a .xib as Xcode keeps it, or a compiled .nib.
open class UINib: NSObject {
    /// What a nib's `instantiate` takes.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Objects by the identifiers of the nib's external placeholders: a dictionary by `String`.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }

    private let content: Result<NibContent, NibFailure>
    private let bundle: Bundle
    /// What was not understood when objects were made last.
    public private(set) var notes: [NibNote] = []

    /// A nib among a bundle's resources: `name.nib`, or `name.xib`. What it is, or why there is none, is told by
    /// `objects(withOwner:options:)`.
    public init(nibName name: String, bundle: Bundle?) {
        self.bundle = bundle ?? .main
        content = Self.read(name, in: self.bundle)
        super.init()
    }

    /// A nib out of a file's bytes.
    public init(data: Data, bundle: Bundle?) {
        self.bundle = bundle ?? .main
        content = Result { () throws(NibFailure) in try NibContent([UInt8](data), name: "nib", limits: .standard) }
        super.init()
    }

    private static func read(_ name: String, in bundle: Bundle) -> Result<NibContent, NibFailure> {
        Result { () throws(NibFailure) in
            guard let file = NibFiles.find(name, ["nib", "xib"], in: bundle) else {
                throw NibFailure(name, .missing("there is no \(name).nib and no \(name).xib in \(bundle.bundlePath)"))
            }
            return try NibContent(file, in: bundle, limits: .standard)
        }
    }

    /// Makes the nib's objects and connects them.
    ///
    /// - Parameter ownerOrNil: the nib's File's Owner: an object of a class, whose outlets and actions the nib sets.
    /// - Returns: its top-level objects, in order, without the placeholders.
    /// - Throws: `NibFailure` when the nib can't be read.
    open func objects(withOwner ownerOrNil: Any?, options: [OptionsKey: Any]? = nil) throws -> [Any] {
        let content = try content.get()
        let external = options?[.externalObjects] as? [String: Any] ?? [:]
        let (objects, found) = try content.instantiate(
            owner: ownerOrNil as? NSObject, external: external.compactMapValues { $0 as? NSObject }, bundle: bundle)
        notes = found.list
        found.log()
        return objects
    }

    /// As `objects(withOwner:options:)`. A nib that can't be read is the programmer's mistake, and traps, as in UIKit.
    open func instantiate(withOwner ownerOrNil: Any?, options: [OptionsKey: Any]? = nil) -> [Any] {
        do {
            return try objects(withOwner: ownerOrNil, options: options)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Bundle {
    /// Makes the objects of a nib among the bundle's resources; nil, and a line in the log, where there is none, or
    /// none that can be read.
    @discardableResult
    public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
        do {
            return try UINib(nibName: name, bundle: self).objects(withOwner: owner, options: options)
        } catch {
            NSLog("%@", "\(error)")
            return nil
        }
    }
}
