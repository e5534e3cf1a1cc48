import TileGeometry
import TileSupport

/// Writes a picture to an archive, from which it draws exactly as from memory (`PictureArchive`).
///
/// Objects that are drawn in several places, like symbols, pens and letters, get a record of their own, written once.
/// Pictures of many operations are written in blocks of neighbors, with their index. Derived values are not stored but
/// recomputed when reading, so an archive cannot contradict itself.
package struct PictureArchiveWriter {
    /// The reason why a picture is not archived.
    package enum Failure: Error, Hashable {
        /// The picture holds something that archives don't support, or is nested maliciously deep.
        case notKept
        case system(SystemError)
    }

    /// The destination of records.
    private enum Store {
        case file(ArchiveFileWriter)
        /// No file: equal records get equal numbers (`OperationNames`).
        case names(RecordNames)
    }

    private let store: Store
    /// The number of times each object is drawn.
    private var uses: [ObjectIdentifier: Int] = [:]
    /// The records of the objects written so far.
    private var records: [ObjectIdentifier: UInt32] = [:]
    /// The records of images among them.
    private var images: [(record: UInt32, levels: any BitmapLevels)] = []
    private var hasText = false

    private init(_ store: Store) { self.store = store }

    /// Creates a writer that writes nothing; `name` tells which operations are equal.
    init(naming names: RecordNames) { store = .names(names) }

    /// Writes a picture, along with client data.
    ///
    /// - Parameters:
    ///   - file: A descriptor of an empty file.
    ///   - hasSmallLevels: Whether to write images' small levels that are in memory: at most a third of their pixels.
    ///   - about: Returns the client data. Its argument tells whether the picture contains text and so depends on
    ///     fonts.
    /// - Complexity: O(n) for everything in the picture.
    package static func write(
        _ picture: Picture, to file: Int32, hasSmallLevels: Bool = false, about: (_ hasText: Bool) -> [UInt8]
    ) throws(Failure) {
        guard picture.depth <= PictureArchive.largestDepth else { throw .notKept }
        let file = ArchiveFileWriter(file)
        var writer = PictureArchiveWriter(.file(file))
        writer.count(picture)
        let number = try writer.record(picture)
        var root = ArchiveBytes()
        root.add(number)
        root.add(count: writer.images.count)
        for image in writer.images {
            root.add(image.record)
            let small = hasSmallLevels ? image.levels.smallLevels?.archived(of: image.levels) : nil
            root.add(try small.map { small throws(Failure) in try writer.add(small) } ?? PictureArchive.noRecord)
        }
        root.add(about(writer.hasText))
        let record = try writer.add(root)
        do throws(SystemError) { try file.finish(root: Int(record)) } catch { throw .system(error) }
    }

    private func add(_ record: ArchiveBytes) throws(Failure) -> UInt32 {
        guard record.isArchivable else { throw .notKept }
        switch store {
        case .names(let names): return names.number(of: record.bytes)
        case .file(let file):
            do throws(SystemError) {
                return UInt32(try file.add(record.bytes))
            } catch {
                throw .system(error)
            }
        }
    }

    /// Whether each object gets a record of its own, however often it is drawn, so that the names of operations don't
    /// depend on each other.
    private var isNaming: Bool { if case .names = store { true } else { false } }

    /// Returns a number that is the same for equal operations and only those.
    mutating func name(_ operation: Operation) throws(Failure) -> UInt32 {
        var bytes = ArchiveBytes()
        try add(operation, to: &bytes)
        return try add(bytes)
    }

    /// Returns a number that is the same for groups that are equal except for their contents.
    mutating func nameOfShell(_ group: PictureGroup) throws(Failure) -> UInt32 {
        var bytes = ArchiveBytes()
        try addShell(group, to: &bytes)
        return try add(bytes)
    }

    // MARK: What is drawn again

    /// - Returns: Whether this is the first use.
    private mutating func counts(_ object: AnyObject) -> Bool {
        uses[ObjectIdentifier(object), default: 0] += 1
        return uses[ObjectIdentifier(object)] == 1
    }

    private mutating func count(_ picture: Picture) {
        guard counts(picture) else { return }
        for operation in picture.operations { count(operation.kind) }
    }

    private mutating func count(_ kind: Operation.Kind) {
        switch kind {
        case .fill(let path, _, let paint, _):
            _ = counts(path)
            count(paint)
        case .stroke(let path, let pen, let paint, _):
            _ = counts(path)
            _ = counts(pen)
            count(paint)
        case .glyphs(let run, let paint):
            for glyph in run.glyphs { _ = counts(glyph.outline) }
            count(paint)
        case .group(let group):
            guard counts(group) else { return }
            count(group.content)
            for clip in group.clips { for part in clip.parts { _ = counts(part.path) } }
            if let mask = group.mask { count(mask.content) }
            if case .picture(let picture) = group.shape { count(picture) }
        case .image(let image):
            if case .levels(let levels) = image.pixels { _ = counts(levels) }
        case .filtered(let filtered):
            guard counts(filtered) else { return }
            for picture in filtered.pictures { count(picture) }
        case .external(let external): _ = counts(external)
        case .projected, .backdrop: break
        }
    }

    private mutating func count(_ paint: Paint) {
        guard case .pattern(let pattern) = paint, counts(pattern) else { return }
        count(pattern.content)
    }

    /// Writes a reference to an object's record, or the object inline.
    mutating func add(
        _ object: AnyObject, to bytes: inout ArchiveBytes, isApart: Bool = false,
        _ write: (inout PictureArchiveWriter, inout ArchiveBytes) throws(Failure) -> Void
    ) throws(Failure) {
        let id = ObjectIdentifier(object)
        let known = records[id]
        guard known != nil || isApart || isNaming || uses[id, default: 0] > 1 else {
            bytes.add(false)
            return try write(&self, &bytes)
        }
        bytes.add(true)
        if let known { return bytes.add(known) }
        var record = ArchiveBytes()
        try write(&self, &record)
        let number = try add(record)
        records[id] = number
        if case .names(let names) = store { names.keep(object) }
        bytes.add(number)
    }

    // MARK: Pictures

    mutating func add(_ picture: Picture, to bytes: inout ArchiveBytes) throws(Failure) {
        let isSmall =
            picture.operationCount <= PictureArchive.blockLength && picture.depth <= PictureArchive.largestInlineDepth
        if isSmall, !isNaming, uses[ObjectIdentifier(picture)] ?? 0 <= 1 {
            bytes.add(false)
            bytes.add(count: picture.operationCount)
            for operation in picture.operations { try add(operation, to: &bytes) }
        } else {
            bytes.add(true)
            bytes.add(try record(picture))
        }
    }

    /// Returns the record of a picture.
    private mutating func record(_ picture: Picture) throws(Failure) -> UInt32 {
        if let known = records[ObjectIdentifier(picture)] { return known }
        let operations = picture.operations
        if case .names(let names) = store {
            var record = ArchiveBytes()
            for operation in operations { record.add(try name(operation)) }
            let number = try add(record)
            records[ObjectIdentifier(picture)] = number
            names.keep(picture)
            return number
        }
        // Blocks follow the index, so that each holds neighbors.
        let index = RTree(operations.count) { operations[$0].bounds }
        var order = index.items
        let indexed = Set(order)
        // Operations that draw nothing are not in the index.
        for number in operations.indices where !indexed.contains(UInt32(number)) { order.append(UInt32(number)) }
        var places = ContiguousArray<UInt32>(repeating: 0, count: order.count)
        for (place, number) in order.enumerated() { places[Int(number)] = UInt32(place) }
        var blocks = ContiguousArray<UInt32>()
        for start in stride(from: 0, to: order.count, by: PictureArchive.blockLength) {
            var block = ArchiveBytes()
            for number in order[start..<min(start + PictureArchive.blockLength, order.count)] {
                try add(operations[Int(number)], to: &block)
            }
            blocks.append(try add(block))
        }
        var record = ArchiveBytes()
        record.add(count: operations.count)
        record.add(count: index.items.count)
        record.add(count: picture.depth)
        record.add(count: picture.layerDepth)
        record.add(UInt64(picture.totalOperationCount))
        record.add(picture.bounds)
        record.add(picture.pixelReach)
        record.align(ArchiveFile.alignment)
        record.add(raw: index.boxes)
        record.add(raw: index.items)
        record.add(raw: places)
        record.add(raw: blocks)
        let number = try add(record)
        records[ObjectIdentifier(picture)] = number
        return number
    }

    private mutating func add(_ operation: Operation, to bytes: inout ArchiveBytes) throws(Failure) {
        bytes.add(operation.transform)
        bytes.add(operation.bounds)
        switch operation.kind {
        case .fill(let path, let rule, let paint, let antialiasing):
            bytes.add(ArchivedKind.fill.rawValue)
            bytes.add(rule, of: ArchiveCases.rules)
            bytes.add(antialiasing, of: ArchiveCases.antialiasings)
            try add(path, to: &bytes)
            try add(paint, to: &bytes)
        case .stroke(let path, let pen, let paint, let antialiasing):
            bytes.add(ArchivedKind.stroke.rawValue)
            bytes.add(antialiasing, of: ArchiveCases.antialiasings)
            try add(pen, to: &bytes) { writer, bytes in writer.add(pen.style, to: &bytes) }
            try add(path, to: &bytes)
            try add(paint, to: &bytes)
        case .glyphs(let run, let paint):
            hasText = true
            bytes.add(ArchivedKind.glyphs.rawValue)
            bytes.add(run.size)
            bytes.add(count: run.glyphs.count)
            for glyph in run.glyphs {
                bytes.add(glyph.x)
                bytes.add(glyph.y)
                try add(glyph.outline, to: &bytes)
            }
            try add(paint, to: &bytes)
        case .group(let group):
            bytes.add(ArchivedKind.group.rawValue)
            try add(group, to: &bytes) { writer, bytes throws(Failure) in try writer.add(group, to: &bytes) }
        case .image(let image):
            bytes.add(ArchivedKind.image.rawValue)
            try add(image, to: &bytes)
        case .filtered(let filtered):
            bytes.add(ArchivedKind.filtered.rawValue)
            try add(filtered, to: &bytes) { writer, bytes throws(Failure) in try writer.add(filtered, to: &bytes) }
        case .external(let external):
            // Text drawn by librsvg depends on fonts as well.
            hasText = true
            bytes.add(ArchivedKind.external.rawValue)
            try add(external, to: &bytes) { writer, bytes throws(Failure) in try writer.add(external, to: &bytes) }
        // Only layers and views have these, and they are not archived.
        case .projected, .backdrop: throw .notKept
        }
    }

    // MARK: What operations draw

    private mutating func add(_ path: Path, to bytes: inout ArchiveBytes) throws(Failure) {
        try add(path, to: &bytes) { writer, bytes in
            bytes.add(UInt8(bitPattern: Int8(path.winding)))
            bytes.add(count: path.verbs.count)
            bytes.add(count: path.coordinates.count)
            bytes.add(path.verbs.lazy.map(\.rawValue))
            bytes.add(raw: path.coordinates)
        }
    }

    private func add(_ style: StrokeStyle, to bytes: inout ArchiveBytes) {
        bytes.add(style.width)
        bytes.add(style.cap, of: ArchiveCases.caps)
        bytes.add(style.join, of: ArchiveCases.joins)
        bytes.add(style.miterLimit)
        bytes.add(count: style.dashes.count)
        for dash in style.dashes { bytes.add(dash) }
        bytes.add(style.dashOffset)
        bytes.add(style.unit, of: ArchiveCases.strokeUnits)
    }

    private mutating func add(_ paint: Paint, to bytes: inout ArchiveBytes) throws(Failure) {
        switch paint {
        case .color(let color):
            bytes.add(ArchivedPaint.color.rawValue)
            bytes.add(color)
        case .gradient(let gradient):
            bytes.add(ArchivedPaint.gradient.rawValue)
            add(gradient, to: &bytes)
        case .pattern(let pattern):
            bytes.add(ArchivedPaint.pattern.rawValue)
            try add(pattern, to: &bytes) { writer, bytes throws(Failure) in
                bytes.add(pattern.contentTransform)
                bytes.add(pattern.cellWidth)
                bytes.add(pattern.cellHeight)
                bytes.add(pattern.transform)
                try writer.add(pattern.content, to: &bytes)
            }
        }
    }

    private func add(_ gradient: Gradient, to bytes: inout ArchiveBytes) {
        switch gradient.geometry {
        case .linear(let x1, let y1, let x2, let y2):
            bytes.add(ArchivedGradient.linear.rawValue)
            for number in [x1, y1, x2, y2] { bytes.add(number) }
        case .radial(let focusX, let focusY, let focusRadius, let centerX, let centerY, let radius):
            bytes.add(ArchivedGradient.radial.rawValue)
            for number in [focusX, focusY, focusRadius, centerX, centerY, radius] { bytes.add(number) }
        case .conic(let centerX, let centerY, let angle):
            bytes.add(ArchivedGradient.conic.rawValue)
            for number in [centerX, centerY, angle] { bytes.add(number) }
        }
        bytes.add(gradient.spread, of: ArchiveCases.spreads)
        bytes.add(gradient.transform)
        bytes.add(count: gradient.stops.count)
        for stop in gradient.stops {
            bytes.add(stop.offset)
            bytes.add(stop.color)
        }
    }

    private mutating func add(_ group: PictureGroup, to bytes: inout ArchiveBytes) throws(Failure) {
        try addShell(group, to: &bytes)
        try add(group.content, to: &bytes)
    }

    /// Writes a group without its contents.
    private mutating func addShell(_ group: PictureGroup, to bytes: inout ArchiveBytes) throws(Failure) {
        bytes.add(group.opacity)
        bytes.add(group.blendMode, of: ArchiveCases.blendModes)
        bytes.add(group.isIsolated)
        bytes.add(group.opaqueBox)
        bytes.add(count: group.clips.count)
        for clip in group.clips {
            bytes.add(clip.rule, of: ArchiveCases.rules)
            bytes.add(clip.antialiasing, of: ArchiveCases.antialiasings)
            bytes.add(count: clip.parts.count)
            for part in clip.parts {
                bytes.add(part.transform)
                try add(part.path, to: &bytes)
            }
        }
        bytes.add(group.mask != nil)
        if let mask = group.mask {
            bytes.add(mask.kind, of: ArchiveCases.masks)
            bytes.add(mask.transform)
            bytes.add(mask.region)
            bytes.add(mask.regionTransform)
            try add(mask.content, to: &bytes)
        }
        bytes.add(group.shadow != nil)
        if let shadow = group.shadow {
            bytes.add(shadow.offsetX)
            bytes.add(shadow.offsetY)
            bytes.add(shadow.deviation)
            bytes.add(shadow.color)
        }
        switch group.shape {
        case .ink: bytes.add(ArchivedShape.ink.rawValue)
        case .picture(let picture):
            bytes.add(ArchivedShape.picture.rawValue)
            try add(picture, to: &bytes)
        case .box(let box):
            bytes.add(ArchivedShape.box.rawValue)
            bytes.add(box)
        }
    }

    private mutating func add(_ image: PictureImage, to bytes: inout ArchiveBytes) throws(Failure) {
        // Pixels without a file come from views, and whole pixels from pages of documents, which are not archived.
        guard case .levels(let levels) = image.pixels, let file = levels.file, image.edges == .exact else {
            throw .notKept
        }
        bytes.add(image.target)
        bytes.add(image.interpolation, of: ArchiveCases.interpolations)
        // A record of its own, so that its bytes are mapped but not read before the image is drawn.
        let isNew = records[ObjectIdentifier(levels)] == nil
        try add(levels, to: &bytes, isApart: true) { _, bytes in bytes.add(file) }
        if isNew, let number = records[ObjectIdentifier(levels)] { images.append((number, levels)) }
    }
}

/// The kinds of operations in archives.
enum ArchivedKind: UInt8 { case fill, stroke, glyphs, group, image, filtered, external }

enum ArchivedPaint: UInt8 { case color, gradient, pattern }

enum ArchivedGradient: UInt8 { case linear, radial, conic }

enum ArchivedShape: UInt8 { case ink, picture, box }
