extension JSONSchema {
    /// The schema of the output of `TileJSON` for a server.
    static let tileJSON = object(
        [
            "tilejson": one(of: ["3.0.0"]), "name": string, "scheme": one(of: ["xyz"]),
            "tiles": array(of: string, count: 1...1), "minzoom": count, "maxzoom": count,
            "bounds": array(of: number, count: 4...4), "center": array(of: number, count: 3...3),
            "vector_layers": array(of: string, count: 0...0), "tilework": own,
        ])

    private static let location = object([
        "crs": one(of: ["EPSG:3857", "EPSG:4326"]), "topLeft": array(of: number, count: 2...2),
        "unit": array(of: number(above: 0), count: 2...2), "bounds": array(of: number, count: 4...4),
    ]).described("The location on Earth: the top left corner and a unit of the content, and the bounds in degrees.")

    private static let raster = object(
        [
            "range": array(of: number, count: 2...2).described("The values that are shown from black to white."),
            "bands": count.described("The number of bands."),
            "shown": array(of: count, count: 1...3).described(
                "The bands that are shown, counted from 1: one as gray, or three as red, green, and blue."),
        ],
        optional: [
            "values": array(of: number, count: 2...2).described("The range of the values, if it is known."),
            "names": array(of: string).described("The names of all bands, empty for those without one."),
            "channels": array(
                of: object(
                    [
                        "name": string, "color": string.described("The color as six hexadecimal digits."),
                        "shown": boolean.described("Whether the channel is shown without ?channels=."),
                    ], optional: ["opacity": number.described("The factor of the color from 0 to 1, unless it is 1.")])
            ).described("The channels of a microscope's image, which are added up."),
        ]
    ).described(
        "The values, bands and channels of which ?range=, ?bands= and ?channels= choose others; absent if there is no "
            + "choice.")

    private static let own = object(
        [
            "id": string, "title": string, "width": number(above: 0), "height": number(above: 0), "tileSize": count,
            "deepestScale": number(above: 0), "crs": string, "georeferenced": boolean, "format": string,
            "formats": array(of: string), "doubled": boolean, "background": string,
        ],
        optional: [
            "part": rect.described("The part with tiles, in units of the content."), "kind": string,
            "location": location, "raster": raster,
            "damage": string.described("A sentence about the missing part of a damaged file."),
            "omissions": array(of: string).described("The features of the file that are not honored."),
            "document": string.described("The document that contains the page."), "page": count, "pages": count,
            "searchable": boolean, "personal": boolean.described("Whether each viewer has its own copy."),
        ])

    /// The schema of the output of `ContentDescriptions.contents`.
    static let contents = object([
        "contents": array(
            of: object(
                ["id": string, "title": string],
                optional: [
                    "width": number(above: 0), "height": number(above: 0), "kind": string, "folder": string,
                    "omissions": array(of: string),
                    "pages": count.described("The number of pages of a document. Its id is that of the first page."),
                ])),
        "opening": count.described("The number of contents still opening."),
    ])
}
