public import Foundation
import TileDrawing
import TileGraphics
import TileSupport
import TileViews

/// A nib that is read once and can create its objects any number of times.
///
/// The nib is a .xib file as saved by Xcode or a compiled .nib file.
open class UINib: NSObject {
    /// A key for the options of a nib's `instantiate` method.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The external objects, in a dictionary with the `String` identifiers of the nib's external placeholders as
        /// keys.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }

    private let content: Result<NibContent, NibFailure>
    private let bundle: Bundle
    /// The parts that weren't understood when the objects were last created.
    public private(set) var notes: [NibNote] = []

    /// Creates a nib from a bundle's resource `name.nib` or `name.xib`. Use `objects(withOwner:options:)` to find out
    /// why a nib can't be read.
    public init(nibName name: String, bundle: Bundle?) {
        self.bundle = bundle ?? .main
        content = Self.read(name, in: self.bundle)
        super.init()
    }

    /// Creates a nib from the bytes of a file.
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

    /// Creates the nib's objects and connects them.
    ///
    /// - Parameter ownerOrNil: The nib's File's Owner, whose outlets and actions the nib sets.
    /// - Returns: The top-level objects in order, without the placeholders.
    /// - Throws: `NibFailure` if the nib can't be read.
    open func objects(withOwner ownerOrNil: Any?, options: [OptionsKey: Any]? = nil) throws -> [Any] {
        let content = try content.get()
        let external = options?[.externalObjects] as? [String: Any] ?? [:]
        let (objects, found) = try content.instantiate(
            owner: ownerOrNil as? NSObject, external: external.compactMapValues { $0 as? NSObject }, bundle: bundle)
        notes = found.list
        found.log()
        return objects
    }

    /// Creates the nib's objects like `objects(withOwner:options:)`. A nib that can't be read is a programming error
    /// and traps, as in UIKit.
    open func instantiate(withOwner ownerOrNil: Any?, options: [OptionsKey: Any]? = nil) -> [Any] {
        do {
            return try objects(withOwner: ownerOrNil, options: options)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension Bundle {
    /// Creates the objects of a nib in the bundle. Logs a message and returns `nil` if the nib is missing or can't be
    /// read.
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
