// All that a program with views of its own needs: `import Tilework`, and Foundation's geometry with it.

@_exported import Foundation
@_exported import RemoteArchives
@_exported import SharedTiles
@_exported import TileArchives
@_exported import TileBars
@_exported import TileContent
@_exported import TileControllers
@_exported import TileDrawing
@_exported import TileEngine
@_exported import TileGeometry
@_exported import TileGraphics
@_exported import TileLayers
@_exported import TileLists
@_exported import TileNibs
@_exported import TileServer
@_exported import TileSessions
@_exported import TileTyping
@_exported import TileViews
@_exported import ViewCommands
@_exported import ViewContent
