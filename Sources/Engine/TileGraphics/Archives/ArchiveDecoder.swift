import Foundation
import TileGeometry

/// Decodes operations from a record.
struct ArchiveDecoder {
    let shelf: ArchiveShelf
    var cursor: ArchiveCursor
    /// The approximate memory of the decoded objects, without the operations themselves.
    var madeBytes = 0
    /// The records of the enclosing objects. An object must not contain itself.
    private let within: [UInt32]

    init(_ shelf: ArchiveShelf, _ record: UnsafeRawBufferPointer, within: [UInt32] = []) {
        self.shelf = shelf
        self.within = within
        cursor = ArchiveCursor(record)
    }

    var isAtEnd: Bool { cursor.isAtEnd }

    /// - Parameter depth: The maximum nesting of pictures in the operations.
    mutating func operations(_ count: Int, depth: Int) throws(ArchiveDamage) -> ContiguousArray<Operation> {
        var made = ContiguousArray<Operation>()
        made.reserveCapacity(count)
        for _ in 0..<count { made.append(try operation(depth)) }
        return made
    }

    /// Decodes an object, either from its own record or inline.
    ///
    /// - Parameter read: Decodes the object from its record's decoder, or from this one.
    mutating func object<Object: AnyObject & Sendable>(
        _ read: (inout ArchiveDecoder) throws(ArchiveDamage) -> Object
    ) throws(ArchiveDamage) -> Object {
        guard try cursor.flag() else { return try read(&self) }
        let number = try cursor.word()
        if let known = shelf.known(number) {
            guard let object = known as? Object else { throw .value }
            return object
        }
        guard !within.contains(number) else { throw .value }
        var other = ArchiveDecoder(shelf, try shelf.file.record(Int(number)), within: within + [number])
        let object = try read(&other)
        guard other.isAtEnd else { throw .value }
        madeBytes += other.madeBytes
        return shelf.keep(object, number) as? Object ?? object
    }

    private mutating func operation(_ depth: Int) throws(ArchiveDamage) -> Operation {
        let transform = try cursor.transform()
        let bounds = try cursor.box()
        guard transform.isInvertible else { throw .value }
        return Operation(kind: try kind(depth), transform: transform, bounds: bounds)
    }

    private mutating func kind(_ depth: Int) throws(ArchiveDamage) -> Operation.Kind {
        guard let kind = ArchivedKind(rawValue: try cursor.byte()) else { throw .value }
        switch kind {
        case .fill:
            let rule = try cursor.choice(ArchiveCases.rules)
            let antialiasing = try cursor.choice(ArchiveCases.antialiasings)
            return .fill(try path(), rule, try paint(depth), antialiasing)
        case .stroke:
            let antialiasing = try cursor.choice(ArchiveCases.antialiasings)
            let pen = try object { decoder throws(ArchiveDamage) in SharedStrokeStyle(try decoder.style()) }
            return .stroke(try path(), pen, try paint(depth), antialiasing)
        case .glyphs:
            let run = try glyphs()
            return .glyphs(run, try paint(depth))
        case .group:
            return .group(try object { decoder throws(ArchiveDamage) in try decoder.group(depth) })
        case .image: return .image(try image())
        case .filtered:
            return .filtered(try object { decoder throws(ArchiveDamage) in try decoder.filtered(depth) })
        case .external:
            return .external(try object { decoder throws(ArchiveDamage) in try decoder.external() })
        }
    }

    // MARK: Outlines

    private mutating func path() throws(ArchiveDamage) -> Path {
        try object { decoder throws(ArchiveDamage) in try decoder.newPath() }
    }

    private mutating func newPath() throws(ArchiveDamage) -> Path {
        let winding = Int(Int8(bitPattern: try cursor.byte()))
        let (verbCount, coordinateCount) = (try cursor.count(ofSize: 1), try cursor.count(ofSize: 8))
        guard (-1...1).contains(winding) else { throw .value }
        let bytes = try cursor.bytes(verbCount)
        var verbs = ContiguousArray<Path.Verb>()
        verbs.reserveCapacity(verbCount)
        var needed = 0
        // The same rules as in `PathBuilder`: a subpath starts with a move, and two moves never follow each other.
        var last: Path.Verb? = .close
        for byte in bytes {
            guard let verb = Path.Verb(rawValue: byte) else { throw .value }
            guard verb == .move ? last != .move : last != nil && (last != .close) else { throw .value }
            needed += verb.coordinateCount
            verbs.append(verb)
            last = verb
        }
        guard needed == coordinateCount else { throw .value }
        let numbers = try cursor.bytes(coordinateCount * 8)
        var isSound = true
        let coordinates = ContiguousArray<Double>(unsafeUninitializedCapacity: coordinateCount) { target, count in
            UnsafeMutableRawBufferPointer(target).copyMemory(from: numbers)
            for value in target where !(abs(value) <= PathBuilder.farthest) { isSound = false }
            count = coordinateCount
        }
        guard isSound else { throw .value }
        let path = Path(verbs: verbs, coordinates: coordinates, winding: winding)
        madeBytes += path.byteCount
        return path
    }

    private mutating func style() throws(ArchiveDamage) -> StrokeStyle {
        var style = StrokeStyle(width: try cursor.number())
        style.cap = try cursor.choice(ArchiveCases.caps)
        style.join = try cursor.choice(ArchiveCases.joins)
        style.miterLimit = try cursor.number()
        for _ in 0..<(try cursor.count(ofSize: 8)) { style.dashes.append(try cursor.number()) }
        style.dashOffset = try cursor.number()
        style.unit = try cursor.choice(ArchiveCases.strokeUnits)
        guard style.width > 0 else { throw .value }
        if !style.dashes.isEmpty {
            let period = style.dashes.reduce(0, +)
            guard period > 0, period.isFinite, style.dashes.allSatisfy({ $0 >= 0 }) else { throw .value }
        }
        return style
    }

    private mutating func glyphs() throws(ArchiveDamage) -> GlyphRun {
        let size = try cursor.number()
        var glyphs: [GlyphRun.Glyph] = []
        // A glyph takes two coordinates and an outline.
        let count = try cursor.count(ofSize: 17)
        glyphs.reserveCapacity(count)
        for _ in 0..<count {
            let (x, y) = (try cursor.number(), try cursor.number())
            glyphs.append(GlyphRun.Glyph(outline: try path(), x: x, y: y))
        }
        let run = GlyphRun(glyphs: glyphs, size: size)
        madeBytes += run.byteCount
        return run
    }

    // MARK: Paint

    private mutating func paint(_ depth: Int) throws(ArchiveDamage) -> Paint {
        guard let kind = ArchivedPaint(rawValue: try cursor.byte()) else { throw .value }
        switch kind {
        case .color: return .color(try cursor.color())
        case .gradient: return .gradient(try gradient())
        case .pattern:
            return .pattern(try object { decoder throws(ArchiveDamage) in try decoder.pattern(depth) })
        }
    }

    private mutating func gradient() throws(ArchiveDamage) -> Gradient {
        guard let kind = ArchivedGradient(rawValue: try cursor.byte()) else { throw .value }
        let geometry: Gradient.Geometry
        switch kind {
        case .linear:
            geometry = .linear(
                x1: try cursor.number(), y1: try cursor.number(), x2: try cursor.number(), y2: try cursor.number())
        case .radial:
            geometry = .radial(
                focusX: try cursor.number(), focusY: try cursor.number(), focusRadius: try cursor.number(),
                centerX: try cursor.number(), centerY: try cursor.number(), radius: try cursor.number())
        case .conic:
            geometry = .conic(
                centerX: try cursor.number(), centerY: try cursor.number(), angle: try cursor.number())
        }
        let spread = try cursor.choice(ArchiveCases.spreads)
        let transform = try cursor.transform()
        var stops: [Gradient.Stop] = []
        for _ in 0..<(try cursor.count(ofSize: 40)) {
            stops.append(Gradient.Stop(offset: try cursor.number(), color: try cursor.color()))
        }
        madeBytes += MemoryLayout<Gradient>.stride + 24 + stops.count * MemoryLayout<Gradient.Stop>.stride
        return Gradient(geometry: geometry, spread: spread, stops: stops, transform: transform)
    }

    private mutating func pattern(_ depth: Int) throws(ArchiveDamage) -> PatternPaint {
        let contentTransform = try cursor.transform()
        let (width, height) = (try cursor.number(), try cursor.number())
        let transform = try cursor.transform()
        guard width > 0, height > 0 else { throw .value }
        madeBytes += Picture.objectBytes
        return PatternPaint(
            content: try picture(depth), contentTransform: contentTransform, cellWidth: width, cellHeight: height,
            transform: transform)
    }

    // MARK: Pictures in pictures

    mutating func picture(_ depth: Int) throws(ArchiveDamage) -> Picture {
        guard depth > 0 else { throw .value }
        if try cursor.flag() { return try shelf.picture(Int(try cursor.word()), depth: depth) }
        let count = Int(try cursor.word())
        guard count <= PictureArchive.blockLength else { throw .value }
        let picture = Picture(
            try operations(count, depth: min(depth, PictureArchive.largestInlineDepth) - 1))
        madeBytes += Picture.objectBytes + count * MemoryLayout<Operation>.stride
        return picture
    }

    private mutating func group(_ depth: Int) throws(ArchiveDamage) -> PictureGroup {
        let opacity = try cursor.number()
        let blendMode = try cursor.choice(ArchiveCases.blendModes)
        let isIsolated = try cursor.flag()
        let opaqueBox = try cursor.box()
        var clips: [PictureGroup.Clip] = []
        for _ in 0..<(try cursor.count(ofSize: 6)) { clips.append(try clip()) }
        let mask = try cursor.flag() ? try mask(depth) : nil
        let shadow = try cursor.flag() ? try shadow() : nil
        guard let kind = ArchivedShape(rawValue: try cursor.byte()) else { throw .value }
        let shape: PictureGroup.Shape =
            switch kind {
            case .ink: .ink
            case .picture: .picture(try picture(depth))
            case .box: .box(try cursor.box())
            }
        madeBytes += PictureGroup.fixedByteCount
        return PictureGroup(
            content: try picture(depth), clips: clips, mask: mask, opacity: opacity, blendMode: blendMode,
            isIsolated: isIsolated, opaqueBox: opaqueBox, shadow: shadow, shape: shape)
    }

    private mutating func clip() throws(ArchiveDamage) -> PictureGroup.Clip {
        let rule = try cursor.choice(ArchiveCases.rules)
        let antialiasing = try cursor.choice(ArchiveCases.antialiasings)
        var parts: [(path: Path, transform: CGAffineTransform)] = []
        for _ in 0..<(try cursor.count(ofSize: 2)) {
            let transform = try cursor.transform()
            parts.append((try path(), transform))
        }
        return PictureGroup.Clip(parts: parts, rule: rule, antialiasing: antialiasing)
    }

    private mutating func mask(_ depth: Int) throws(ArchiveDamage) -> PictureGroup.Mask {
        let kind = try cursor.choice(ArchiveCases.masks)
        let transform = try cursor.transform()
        let region = try cursor.box()
        let regionTransform = try cursor.transform()
        return PictureGroup.Mask(
            content: try picture(depth), kind: kind, transform: transform, region: region,
            regionTransform: regionTransform)
    }

    private mutating func shadow() throws(ArchiveDamage) -> PictureShadow {
        PictureShadow(
            offsetX: try cursor.number(), offsetY: try cursor.number(), deviation: try cursor.number(),
            color: try cursor.color())
    }

    // MARK: Images

    private mutating func image() throws(ArchiveDamage) -> PictureImage {
        let target = try cursor.box()
        let interpolation = try cursor.choice(ArchiveCases.interpolations)
        guard target.isFinite, target.width > 0, target.height > 0 else { throw .value }
        guard try cursor.flag() else { throw .value }
        let number = try cursor.word()
        let (levels, bytes) = try shelf.levels(number)
        madeBytes += bytes
        return PictureImage(levels, target: target, interpolation: interpolation)
    }
}
