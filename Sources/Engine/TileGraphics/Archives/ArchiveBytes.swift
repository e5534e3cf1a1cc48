import TileGeometry

/// A record being written for an archive.
struct ArchiveBytes {
    private(set) var bytes: [UInt8] = []
    /// Whether all values are ones that drawings have. A record with values that overflowed is not kept.
    private(set) var isArchivable = true

    mutating func align(_ alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }

    mutating func add(_ values: some Sequence<UInt8>) { bytes.append(contentsOf: values) }

    /// Appends values in memory representation: archives are read on the machine that wrote them, or a similar one.
    mutating func add<Value: BitwiseCopyable>(raw values: ContiguousArray<Value>) {
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    private mutating func add(raw value: some BitwiseCopyable) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ value: UInt8) { bytes.append(value) }
    mutating func add(_ value: UInt32) { add(raw: value) }
    mutating func add(_ value: UInt64) { add(raw: value) }
    mutating func add(_ value: Double) {
        if !value.isFinite { isArchivable = false }
        add(raw: value)
    }
    mutating func add(_ value: Bool) { bytes.append(value ? 1 : 0) }
    mutating func add(count: Int) { add(UInt32(count)) }

    /// - Parameter all: All cases, in the order that `ArchiveCursor.choice` uses.
    mutating func add<Value: Equatable>(_ value: Value, of all: [Value]) {
        guard let number = all.firstIndex(of: value) else { preconditionFailure("\(value) is none of \(all)") }
        bytes.append(UInt8(number))
    }

    mutating func add(_ transform: CGAffineTransform) {
        add(transform == .identity)
        if transform == .identity { return }
        for number in [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty] {
            add(Double(number))
        }
    }

    mutating func add(_ box: Box) {
        for side in [box.minX, box.minY, box.maxX, box.maxY] { add(raw: side) }
    }

    mutating func add(_ color: Color) {
        if !color.isArchivable { isArchivable = false }
        add(color.red)
        add(color.green)
        add(color.blue)
        add(color.alpha)
    }
}

/// The numbering of cases in archives. Append new cases, or increase `ArchiveFile.format`.
enum ArchiveCases {
    static let rules: [FillRule] = [.nonZero, .evenOdd]
    static let antialiasings: [Antialiasing] = [.normal, .off]
    static let caps: [StrokeStyle.Cap] = [.butt, .round, .square]
    static let strokeUnits: [StrokeStyle.Unit] = [.outline, .pixel]
    static let joins: [StrokeStyle.Join] = [.miter, .round, .bevel]
    static let spreads: [Gradient.Spread] = [.pad, .reflect, .repeat]
    static let masks: [PictureGroup.Mask.Kind] = [.luminance, .alpha]
    static let interpolations: [Interpolation] = [.none, .low, .medium, .high]
    static let blendModes = BlendMode.allCases
    static let channels: [PixelChannel] = [.red, .green, .blue, .alpha]
    static let edges: [ConvolutionKernel.Edges] = [.duplicate, .wrap, .none]
}
