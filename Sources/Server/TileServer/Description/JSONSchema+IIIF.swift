import TileFormats

extension JSONSchema {
    /// The schema of the output of `IIIFImageInfo`.
    static func imageInfo(_ version: IIIFVersion) -> JSONSchema {
        var members: [String: JSONSchema] = [
            "@context": one(of: [version.context]), "protocol": one(of: [IIIFVersion.protocolName]), "width": count,
            "height": count, "sizes": array(of: object(["width": count, "height": count])),
            "tiles": array(of: object(["width": count, "height": count, "scaleFactors": array(of: count)])),
        ]
        switch version {
        case .v2:
            members["@id"] = address
            members["profile"] = array(
                of: any(of: [
                    string,
                    object([
                        "formats": names, "qualities": names, "supports": names, "maxWidth": count,
                        "maxHeight": count, "maxArea": count,
                    ]),
                ]))
        case .v3:
            members["id"] = address
            members["type"] = one(of: ["ImageService3"])
            members["profile"] = one(of: ["level2"])
            for name in ["maxWidth", "maxHeight", "maxArea"] { members[name] = count }
            for name in ["preferredFormats", "extraFormats", "extraQualities", "extraFeatures"] {
                members[name] = names
            }
        }
        return object(members)
    }

    private static let names = array(of: string)

    /// A text without a language.
    private static let label = object(["none": array(of: string, count: 1...1)])

    /// The schema of the output of `IIIFPresentation.collection`.
    static let collection = object([
        "@context": string, "id": address, "type": one(of: ["Collection"]), "label": label,
        "items": array(of: object(["id": address, "type": one(of: ["Manifest", "Collection"]), "label": label])),
    ])

    /// The schema of the output of `IIIFPresentation.manifest`.
    static let manifest = object([
        "@context": string, "id": address, "type": one(of: ["Manifest"]), "label": label, "items": array(of: canvas),
    ])

    private static let canvas = object([
        "id": address, "type": one(of: ["Canvas"]), "label": label, "width": count, "height": count,
        "thumbnail": array(of: thumbnail),
        "items": array(
            of: object([
                "id": address, "type": one(of: ["AnnotationPage"]),
                "items": array(
                    of: object([
                        "id": address, "type": one(of: ["Annotation"]), "motivation": one(of: ["painting"]),
                        "body": image, "target": address,
                    ])),
            ])),
    ])

    private static let thumbnail = object([
        "id": address, "type": one(of: ["Image"]), "format": one(of: ["image/jpeg"]), "width": count, "height": count,
    ])

    private static let image = object([
        "id": address, "type": one(of: ["Image"]), "format": one(of: ["image/jpeg"]),
        "service": array(
            of: any(of: [
                object(["id": address, "type": one(of: ["ImageService3"]), "profile": string]),
                object(["@id": address, "@type": one(of: ["ImageService2"]), "profile": string]),
            ])),
    ])
}
