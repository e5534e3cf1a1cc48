// `import CoreGraphics`: contexts, paths, colors, images and geometry.

@_exported import Foundation
@_exported import TileGeometry
@_exported import TileGraphics
