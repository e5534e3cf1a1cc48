// `import QuartzCore`: layers and the display link, which calls its target for each frame of a screen.

@_exported import CoreGraphics
@_exported import Foundation
@_exported import TileGeometry
@_exported import TileGraphics
@_exported import TileLayers

@_exported import class TileViews.CADisplayLink
