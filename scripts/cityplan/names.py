"""Names for streets, parks and houses, in a fixed order for a seed. None is repeated until all are used."""

FIRST = (
    "Alder Amber Anchor Apple Arbour Ash Aster Barley Beacon Beech Bell Birch Blossom Briar Brook Canal Candle Cedar "
    "Cherry Chestnut Clay Clover Cobble Copper Coral Crane Cypress Dove Ebony Elder Elm Ember Falcon Fern Fig Finch "
    "Flint Forge Fountain Foxglove Garden Glass Granite Hazel Heath Heron Holly Honey Ivory Ivy Jasmine Juniper Kestrel "
    "Lantern Larch Laurel Lavender Lilac Lime Linden Lotus Maple Marble Market Meadow Mill Mint Mulberry Myrtle Nettle "
    "Oak Olive Orchard Osier Otter Pear Pebble Pine Plane Plum Poplar Primrose Quarry Quince Raven Reed Robin Rose Rowan "
    "Rush Saffron Sage Sandal Sparrow Spruce Starling Swan Sycamore Tanner Teal Thistle Thyme Tulip Velvet Vine Violet "
    "Walnut Weaver Willow Wren Yarrow Yew"
).split()
LAST = {
    "primary": ("Avenue", "Boulevard", "Parade"),
    "secondary": ("Street", "Road", "Street"),
    "local": ("Lane", "Row", "Way", "Close", "Walk", "Court"),
}
PARKS = ("Park", "Gardens", "Green", "Common")
DISTRICTS = (
    "OLD TOWN", "RIVERSIDE", "NORTHGATE", "WEAVERS", "HIGHFIELD", "MILL QUARTER", "STATION", "EASTBANK", "ORCHARDS",
    "SOUTHWARK", "HARBOUR", "LANTERN HILL", "WESTEND", "BRICKFIELDS", "THE GROVES", "FOUNDRY",
)
PUBLIC = (
    "City Hall", "Library", "Museum", "Theatre", "Hospital", "School", "Market Hall", "Court House", "Concert Hall",
    "University", "Observatory", "Post Office", "Fire Station", "Swimming Hall", "Gallery", "Archive",
)


class Names:
    def __init__(self, random):
        self.random = random
        self.used = set()
        self.public = 0

    def _fresh(self, make):
        for _ in range(30):
            name = make()
            if name not in self.used:
                break
        self.used.add(name)
        return name

    def street(self, kind):
        return self._fresh(lambda: f"{self.random.choice(FIRST)} {self.random.choice(LAST[kind])}")

    def park(self):
        return self._fresh(lambda: f"{self.random.choice(FIRST)} {self.random.choice(PARKS)}")

    def house(self):
        self.public += 1
        return PUBLIC[(self.public - 1) % len(PUBLIC)]

    def works(self):
        kind = self.random.choice(("Works", "Depot", "Brewery", "Foundry", "Stores"))
        return self._fresh(lambda: f"{self.random.choice(FIRST)} {kind}")
