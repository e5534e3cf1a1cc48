// `import UIKit`, for unchanged view code: Foundation, geometry, drawing, layers and views, and none of the engine's
// own API.

@_exported import CoreGraphics
@_exported import Foundation
@_exported import QuartzCore
@_exported import TileBars
@_exported import TileControllers
@_exported import TileDrawing
@_exported import TileGeometry
@_exported import TileGraphics
@_exported import TileLayers
@_exported import TileLists
@_exported import TileNibs
@_exported import TileTyping
@_exported import TileViews

/// The largest finite number of its type, as C's `math.h` calls it.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let MAXFLOAT = Float.greatestFiniteMagnitude

// Units of time, as C's `dispatch/time.h` calls them. On Linux, Dispatch does not export them.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSEC_PER_MSEC: UInt64 = 1_000_000
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSEC_PER_USEC: UInt64 = 1000
// swift-format-ignore: AlwaysUseLowerCamelCase
public let USEC_PER_SEC: UInt64 = 1_000_000

// The default types of `#colorLiteral` and `#imageLiteral`, under the names that the compiler looks up.
// swift-format-ignore: AlwaysUseLowerCamelCase, NoLeadingUnderscores
public typealias _ColorLiteralType = UIColor
// swift-format-ignore: AlwaysUseLowerCamelCase, NoLeadingUnderscores
public typealias _ImageLiteralType = UIImage
