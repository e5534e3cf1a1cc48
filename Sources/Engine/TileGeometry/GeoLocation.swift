public import Foundation

/// The location on Earth of a content whose top edge runs from west to east, such as a GeoTIFF in web maps' Mercator.
public struct GeoLocation: Hashable, Sendable {
    /// A coordinate system, with x to the east and y to the north.
    public enum CoordinateSystem: String, Hashable, Sendable {
        /// Spherical Mercator, in meters, as in web maps.
        case webMercator = "EPSG:3857"
        /// Longitude and latitude in WGS 84, in degrees.
        case degrees = "EPSG:4326"
    }

    public let system: CoordinateSystem
    /// The coordinates of the content's top left corner.
    public let topLeft: CGPoint
    /// The size of a unit of the content, in units of the coordinate system.
    public let unit: CGSize

    /// Returns nil if the content is not on Earth.
    ///
    /// - Parameter size: The content's size, in its units.
    public init?(_ system: CoordinateSystem, topLeft: CGPoint, unit: CGSize, size: CGSize) {
        (self.system, self.topLeft, self.unit) = (system, topLeft, unit)
        let (right, bottom) = corner(size)
        // Pixels whose centers are on the edge of the world extend beyond it.
        let (across, down): (Double, Double) =
            switch system {
            case .webMercator: (WebMercator.halfWorld, WebMercator.halfWorld)
            case .degrees: (180, 90)
            }
        guard unit.width > 0, unit.height > 0, [right, bottom].allSatisfy(\.isFinite),
            Double(topLeft.x) >= -across - Double(unit.width), right <= across + Double(unit.width),
            Double(topLeft.y) <= down + Double(unit.height), bottom >= -down - Double(unit.height)
        else { return nil }
    }

    /// Returns the coordinates of the bottom right corner of a content.
    private func corner(_ size: CGSize) -> (right: Double, bottom: Double) {
        (
            Double(topLeft.x) + Double(size.width) * Double(unit.width),
            Double(topLeft.y) - Double(size.height) * Double(unit.height)
        )
    }

    /// Returns the left, bottom, right and top edge of a content, in units of the coordinate system.
    public func extent(of size: CGSize) -> [Double] {
        let (right, bottom) = corner(size)
        return [Double(topLeft.x), bottom, right, Double(topLeft.y)]
    }

    /// Returns the west, south, east and north edge of a content, in degrees of WGS 84, to a centimeter.
    public func bounds(of size: CGSize) -> [Double] {
        let extent = extent(of: size)
        let edges: [Double]
        switch system {
        case .degrees: edges = extent
        case .webMercator:
            edges = extent.enumerated().map { index, meters in
                let angle = meters / WebMercator.radius
                return (index % 2 == 0 ? angle : atan(sinh(angle))) * 180 / .pi
            }
        }
        return edges.enumerated().map { index, degrees in
            let most = index % 2 == 0 ? 180.0 : 90
            return (min(max(degrees, -most), most) * 1e7).rounded() / 1e7
        }
    }
}
