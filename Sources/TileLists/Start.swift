import TileViews
