extension Picture {
    /// The approximate memory in bytes: within a sixth of what the system allocates, measured on drawings of shapes and
    /// of text. Shared objects count once; outlines of glyphs don't count, because all texts of a font share them.
    ///
    /// - Complexity: O(n) for all operations, including those inside groups and patterns.
    public var byteCount: Int {
        var seen = Set<ObjectIdentifier>()
        return byteCount(&seen)
    }

    private func byteCount(_ seen: inout Set<ObjectIdentifier>) -> Int {
        guard seen.insert(ObjectIdentifier(self)).inserted else { return 0 }
        if let archived { return Self.objectBytes + archived.byteCount }
        // The tree has a box and a number for each operation, and an eighth more above them.
        let hasIndex = operations.count > Self.maxCountWithoutIndex
        let perOperation = hasIndex ? Self.bytesPerOperation : MemoryLayout<Operation>.stride
        return operations.reduce((hasIndex ? 384 : 176) + operations.count * perOperation) {
            $0 + $1.kind.byteCount(&seen) { $0.byteCount(&$1) }
        }
    }

    /// An object with some fields and the headers of its arrays, as rounded up by malloc.
    static let objectBytes = 384
}

extension PictureGroup {
    /// The memory of a group and its picture, in bytes, without operations and clips.
    package static let fixedByteCount = Picture.objectBytes + 176
}

extension GlyphRun {
    /// The approximate memory of the run in addition to its operation, in bytes. Outlines don't count, because all
    /// texts of a font share them.
    package var byteCount: Int { 176 + glyphs.count * MemoryLayout<Glyph>.stride }

    /// The approximate memory of `outline()`, in bytes. O(glyphs).
    package var outlineByteCount: Int { glyphs.reduce(0) { $0 + $1.outline.byteCount } }
}

extension Operation.Kind {
    /// Returns the memory in addition to the operation itself.
    fileprivate func byteCount(
        _ seen: inout Set<ObjectIdentifier>, _ picture: (Picture, inout Set<ObjectIdentifier>) -> Int
    ) -> Int {
        func path(_ path: Path) -> Int {
            seen.insert(ObjectIdentifier(path)).inserted ? path.byteCount : 0
        }
        func paint(_ paint: Paint) -> Int {
            switch paint {
            case .color: 0
            case .gradient(let gradient):
                MemoryLayout<Gradient>.stride + 24 + gradient.stops.count * MemoryLayout<Gradient.Stop>.stride
            case .pattern(let pattern): Picture.objectBytes + picture(pattern.content, &seen)
            }
        }
        switch self {
        case .fill(let outline, _, let fill, _): return path(outline) + paint(fill)
        case .stroke(let outline, let pen, let stroke, _):
            let pens = seen.insert(ObjectIdentifier(pen)).inserted ? 64 + pen.style.dashes.count * 8 : 0
            return path(outline) + pens + paint(stroke)
        case .glyphs(let run, let fill): return run.byteCount + paint(fill)
        case .group(let group):
            guard seen.insert(ObjectIdentifier(group)).inserted else { return 0 }
            let clips = group.clips.reduce(0) { sum, clip in
                clip.parts.reduce(sum + Picture.objectBytes) { $0 + path($1.path) + MemoryLayout.stride(ofValue: $1) }
            }
            let mask = group.mask.map { picture($0.content, &seen) } ?? 0
            return Picture.objectBytes + clips + mask + picture(group.content, &seen)
        case .projected(let projected): return Picture.objectBytes + picture(projected.content, &seen)
        case .filtered(let filtered):
            guard seen.insert(ObjectIdentifier(filtered)).inserted else { return 0 }
            return filtered.pictures.reduce(filtered.ownByteCount) { $0 + picture($1, &seen) }
        case .image(let image):
            switch image.pixels {
            case .bitmap(let bitmap):
                guard seen.insert(ObjectIdentifier(bitmap)).inserted else { return 0 }
                return Picture.objectBytes + bitmap.byteCount
            case .levels(let levels):
                guard seen.insert(ObjectIdentifier(levels)).inserted else { return 0 }
                return Picture.objectBytes + levels.byteCount
            }
        case .backdrop(let backdrop): return Picture.objectBytes + path(backdrop.outline)
        case .external(let external):
            guard seen.insert(ObjectIdentifier(external.drawing)).inserted else { return 0 }
            return Picture.objectBytes + external.drawing.byteCount
        }
    }
}
