import Foundation
import TileGeometry

extension ArchiveDecoder {
    mutating func filtered(_ depth: Int) throws(ArchiveDamage) -> FilteredPicture {
        let region = try cursor.box()
        let count = try cursor.count(ofSize: 1)
        guard (1...PictureArchive.largestStepCount).contains(count) else { throw .value }
        var steps: [PictureFilter.Step] = []
        steps.reserveCapacity(count)
        for number in 0..<count {
            let effect = try effect(number, depth)
            steps.append(PictureFilter.Step(effect, region: try cursor.box(), isLinear: try cursor.flag()))
        }
        let filtered = FilteredPicture(
            content: try picture(depth), filter: PictureFilter(steps: steps, region: region))
        madeBytes += filtered.ownByteCount
        return filtered
    }

    /// - Parameter number: The step's index. A step reads only the results of earlier ones.
    private mutating func effect(_ number: Int, _ depth: Int) throws(ArchiveDamage) -> PictureFilter.Effect {
        guard let kind = ArchivedEffect(rawValue: try cursor.byte()) else { throw .value }
        switch kind {
        case .blend:
            return .blend(
                try cursor.input(number), over: try cursor.input(number), try cursor.choice(ArchiveCases.blendModes))
        case .blur:
            return .blur(
                try cursor.input(number), deviationX: try cursor.length(), deviationY: try cursor.length())
        case .colorMatrix: return .colorMatrix(try cursor.input(number), try cursor.colorMatrix())
        case .composite:
            return .composite(try cursor.input(number), try cursor.input(number), try cursor.composition())
        case .convolution: return .convolution(try cursor.input(number), try cursor.kernel())
        case .displacement:
            return .displacement(
                try cursor.input(number), by: try cursor.input(number), scaleX: try cursor.number(),
                scaleY: try cursor.number(), horizontal: try cursor.choice(ArchiveCases.channels),
                vertical: try cursor.choice(ArchiveCases.channels))
        case .flood: return .flood(try cursor.color())
        case .light: return .light(try cursor.input(number), try cursor.lighting())
        case .merge:
            let count = try cursor.count(ofSize: 4)
            guard count <= PictureArchive.largestMergeCount else { throw .value }
            var inputs: [PictureFilter.Input] = []
            for _ in 0..<count { inputs.append(try cursor.input(number)) }
            return .merge(inputs)
        case .morphology:
            return .morphology(
                try cursor.input(number), isDilation: try cursor.flag(), radiusX: try cursor.length(),
                radiusY: try cursor.length())
        case .offset: return .offset(try cursor.input(number), x: try cursor.number(), y: try cursor.number())
        case .picture: return .picture(try picture(depth))
        case .tile: return .tile(try cursor.input(number))
        case .transfer:
            return .transfer(
                try cursor.input(number),
                TransferTables(values: Array(try cursor.bytes(TransferTables.valueCount))))
        case .turbulence: return .turbulence(try cursor.turbulence())
        }
    }
}

extension ArchiveCursor {
    /// - Parameter number: The index of the step that reads the input.
    fileprivate mutating func input(_ number: Int) throws(ArchiveDamage) -> PictureFilter.Input {
        switch try word() {
        case ArchivedInput.source: return .source
        case ArchivedInput.sourceAlpha: return .sourceAlpha
        case let other:
            let read = Int(other - ArchivedInput.firstStep)
            guard read < number else { throw .value }
            return .step(read)
        }
    }

    /// Reads a non-negative distance.
    fileprivate mutating func length() throws(ArchiveDamage) -> Double {
        let value = try number()
        guard value >= 0 else { throw .value }
        return value
    }

    private mutating func size() throws(ArchiveDamage) -> CGSize? {
        guard try flag() else { return nil }
        return CGSize(width: try length(), height: try length())
    }

    fileprivate mutating func colorMatrix() throws(ArchiveDamage) -> FilterColorMatrix {
        var values: [Double] = []
        for _ in 0..<20 { values.append(try number()) }
        return FilterColorMatrix(values)
    }

    fileprivate mutating func composition() throws(ArchiveDamage) -> PictureFilter.Composition {
        guard let kind = ArchivedComposition(rawValue: try byte()) else { throw .value }
        switch kind {
        case .over: return .over
        case .in: return .in
        case .out: return .out
        case .atop: return .atop
        case .xor: return .xor
        case .lighter: return .lighter
        case .arithmetic:
            return .arithmetic(k1: try number(), k2: try number(), k3: try number(), k4: try number())
        }
    }

    fileprivate mutating func kernel() throws(ArchiveDamage) -> ConvolutionKernel {
        let (columns, rows) = (Int(try word()), Int(try word()))
        let (targetX, targetY) = (Int(try word()), Int(try word()))
        guard columns <= ConvolutionKernel.maxCount, rows <= ConvolutionKernel.maxCount,
            columns * rows <= ConvolutionKernel.maxCount
        else { throw .value }
        var weights: [Double] = []
        for _ in 0..<columns * rows { weights.append(try number()) }
        guard
            let kernel = ConvolutionKernel(
                columns: columns, rows: rows, weights: weights, divisor: try number(), bias: try number(),
                targetX: targetX, targetY: targetY, edges: try choice(ArchiveCases.edges), preservesAlpha: try flag(),
                unit: try size())
        else { throw .value }
        return kernel
    }

    fileprivate mutating func lighting() throws(ArchiveDamage) -> Lighting {
        guard let kind = ArchivedLight(rawValue: try byte()) else { throw .value }
        let source: Lighting.Source
        switch kind {
        case .distant: source = .distant(azimuth: try number(), elevation: try number())
        case .point: source = .point(x: try number(), y: try number(), z: try number())
        case .spot:
            source = .spot(
                x: try number(), y: try number(), z: try number(), atX: try number(), atY: try number(),
                atZ: try number(), focus: try number(), cone: try flag() ? try number() : nil)
        }
        let surface: Lighting.Surface =
            try flag()
            ? .specular(constant: try number(), exponent: try number()) : .diffuse(constant: try number())
        return Lighting(
            source: source, surface: surface, height: try number(), color: try color(), unit: try size())
    }

    fileprivate mutating func turbulence() throws(ArchiveDamage) -> Turbulence {
        let (x, y) = (try length(), try length())
        let octaves = Int(try byte())
        guard octaves <= Turbulence.maxOctaves else { throw .value }
        let seed = Int32(bitPattern: try word())
        return Turbulence(
            frequencyX: x, frequencyY: y, octaves: octaves, seed: Double(seed), isFractal: try flag(),
            stitched: try flag() ? try box() : nil)
    }
}
