/// The sphere and the square map of web maps (EPSG:3857), in meters.
package enum WebMercator {
    /// The radius of the sphere: the major axis of WGS 84.
    package static let radius = 6_378_137.0
    /// The distance from the center of the map to an edge: half of the sphere's circumference.
    package static let halfWorld = .pi * radius
    /// The length of a degree of longitude at the equator.
    package static let metersPerDegree = radius * .pi / 180
}
