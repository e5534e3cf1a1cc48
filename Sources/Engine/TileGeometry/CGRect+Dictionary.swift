public import Foundation

// Foundation on Linux has CGPoint, CGSize and CGRect; these are the members of Core Graphics that it lacks.
//
// On Apple's systems a dictionary representation is a `CFDictionary`; here it is a Swift dictionary with the same keys.

/// Numbers by name, as a property list stores a point, a size or a rect.
public typealias CGGeometryDictionary = [String: CGFloat]

extension CGPoint {
    /// Whether both coordinates are equal.
    @inlinable public func equalTo(_ point: CGPoint) -> Bool { self == point }

    /// The point under the keys "X" and "Y".
    public var dictionaryRepresentation: CGGeometryDictionary { ["X": x, "Y": y] }

    /// Creates a point from its dictionary representation, or returns `nil` if "X" or "Y" is missing.
    public init?(dictionaryRepresentation dictionary: CGGeometryDictionary) {
        guard let x = dictionary["X"], let y = dictionary["Y"] else { return nil }
        self.init(x: x, y: y)
    }
}

extension CGSize {
    /// Whether width and height are equal.
    @inlinable public func equalTo(_ size: CGSize) -> Bool { self == size }

    /// The size under the keys "Width" and "Height".
    public var dictionaryRepresentation: CGGeometryDictionary { ["Width": width, "Height": height] }

    /// Creates a size from its dictionary representation, or returns `nil` if "Width" or "Height" is missing.
    public init?(dictionaryRepresentation dictionary: CGGeometryDictionary) {
        guard let width = dictionary["Width"], let height = dictionary["Height"] else { return nil }
        self.init(width: width, height: height)
    }
}

extension CGRect {
    /// Whether the two cover the same points. A rect of negative size equals its standardized form.
    @inlinable public func equalTo(_ rect: CGRect) -> Bool { self == rect }

    /// The rect under the keys "X", "Y", "Width" and "Height".
    public var dictionaryRepresentation: CGGeometryDictionary {
        ["X": origin.x, "Y": origin.y, "Width": size.width, "Height": size.height]
    }

    /// Creates a rectangle from its dictionary representation, or returns `nil` if a key is missing.
    public init?(dictionaryRepresentation dictionary: CGGeometryDictionary) {
        guard let origin = CGPoint(dictionaryRepresentation: dictionary),
            let size = CGSize(dictionaryRepresentation: dictionary)
        else { return nil }
        self.init(origin: origin, size: size)
    }

    /// Whether all its numbers are finite.
    package var isFinite: Bool {
        origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
    }
}

extension CGPoint {
    /// Whether both numbers are finite.
    package var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGSize {
    /// Whether both numbers are finite.
    package var isFinite: Bool { width.isFinite && height.isFinite }
}
