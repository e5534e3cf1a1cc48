import Foundation
import TileGeometry

extension PictureArchiveWriter {
    mutating func add(_ filtered: FilteredPicture, to bytes: inout ArchiveBytes) throws(Failure) {
        let steps = filtered.filter.steps
        guard steps.count <= PictureArchive.largestStepCount else { throw .notKept }
        bytes.add(filtered.filter.region)
        bytes.add(count: steps.count)
        for step in steps {
            try add(step.effect, to: &bytes)
            bytes.add(step.region)
            bytes.add(step.isLinear)
        }
        try add(filtered.content, to: &bytes)
    }

    private mutating func add(_ effect: PictureFilter.Effect, to bytes: inout ArchiveBytes) throws(Failure) {
        if case .merge(let inputs) = effect {
            guard inputs.count <= PictureArchive.largestMergeCount else { throw .notKept }
        }
        bytes.add(effect.archived.rawValue)
        if case .merge(let inputs) = effect { bytes.add(count: inputs.count) }
        for input in effect.inputs { bytes.add(input) }
        switch effect {
        case .blend(_, _, let mode): bytes.add(mode, of: ArchiveCases.blendModes)
        case .blur(_, let x, let y), .offset(_, let x, let y):
            bytes.add(x)
            bytes.add(y)
        case .colorMatrix(_, let matrix): for value in matrix.values { bytes.add(value) }
        case .composite(_, _, let composition): bytes.add(composition)
        case .convolution(_, let kernel): bytes.add(kernel)
        case .displacement(_, _, let x, let y, let horizontal, let vertical):
            bytes.add(x)
            bytes.add(y)
            bytes.add(horizontal, of: ArchiveCases.channels)
            bytes.add(vertical, of: ArchiveCases.channels)
        case .flood(let color): bytes.add(color)
        case .light(_, let lighting): bytes.add(lighting)
        case .merge, .tile: break
        case .morphology(_, let isDilation, let x, let y):
            bytes.add(isDilation)
            bytes.add(x)
            bytes.add(y)
        case .picture(let picture): try add(picture, to: &bytes)
        case .transfer(_, let tables): bytes.add(tables.values)
        case .turbulence(let turbulence): bytes.add(turbulence)
        }
    }
}

extension ArchiveBytes {
    fileprivate mutating func add(_ input: PictureFilter.Input) {
        switch input {
        case .source: add(ArchivedInput.source)
        case .sourceAlpha: add(ArchivedInput.sourceAlpha)
        case .step(let number): add(ArchivedInput.firstStep + UInt32(number))
        }
    }

    fileprivate mutating func add(_ composition: PictureFilter.Composition) {
        add(composition.archived.rawValue)
        if case .arithmetic(let k1, let k2, let k3, let k4) = composition {
            for factor in [k1, k2, k3, k4] { add(factor) }
        }
    }

    fileprivate mutating func add(_ size: CGSize?) {
        add(size != nil)
        guard let size else { return }
        add(Double(size.width))
        add(Double(size.height))
    }

    fileprivate mutating func add(_ kernel: ConvolutionKernel) {
        for number in [kernel.columns, kernel.rows, kernel.targetX, kernel.targetY] { add(count: number) }
        for weight in kernel.weights { add(weight) }
        add(kernel.divisor)
        add(kernel.bias)
        add(kernel.edges, of: ArchiveCases.edges)
        add(kernel.preservesAlpha)
        add(kernel.unit)
    }

    fileprivate mutating func add(_ lighting: Lighting) {
        switch lighting.source {
        case .distant(let azimuth, let elevation):
            add(ArchivedLight.distant.rawValue)
            for number in [azimuth, elevation] { add(number) }
        case .point(let x, let y, let z):
            add(ArchivedLight.point.rawValue)
            for number in [x, y, z] { add(number) }
        case .spot(let x, let y, let z, let atX, let atY, let atZ, let focus, let cone):
            add(ArchivedLight.spot.rawValue)
            for number in [x, y, z, atX, atY, atZ, focus] { add(number) }
            add(cone != nil)
            if let cone { add(cone) }
        }
        switch lighting.surface {
        case .diffuse(let constant):
            add(false)
            add(constant)
        case .specular(let constant, let exponent):
            add(true)
            add(constant)
            add(exponent)
        }
        add(lighting.height)
        add(lighting.color)
        add(lighting.unit)
    }

    fileprivate mutating func add(_ turbulence: Turbulence) {
        add(turbulence.frequencyX)
        add(turbulence.frequencyY)
        add(UInt8(turbulence.octaves))
        add(UInt32(bitPattern: turbulence.seed))
        add(turbulence.isFractal)
        add(turbulence.stitched != nil)
        if let box = turbulence.stitched { add(box) }
    }
}

extension PictureFilter.Effect {
    fileprivate var archived: ArchivedEffect {
        switch self {
        case .blend: .blend
        case .blur: .blur
        case .colorMatrix: .colorMatrix
        case .composite: .composite
        case .convolution: .convolution
        case .displacement: .displacement
        case .flood: .flood
        case .light: .light
        case .merge: .merge
        case .morphology: .morphology
        case .offset: .offset
        case .picture: .picture
        case .tile: .tile
        case .transfer: .transfer
        case .turbulence: .turbulence
        }
    }
}

extension PictureFilter.Composition {
    fileprivate var archived: ArchivedComposition {
        switch self {
        case .over: .over
        case .in: .in
        case .out: .out
        case .atop: .atop
        case .xor: .xor
        case .lighter: .lighter
        case .arithmetic: .arithmetic
        }
    }
}

/// The kinds of filter steps in archives.
enum ArchivedEffect: UInt8 {
    case blend, blur, colorMatrix, composite, convolution, displacement, flood, light, merge, morphology, offset
    case picture, tile, transfer, turbulence
}

enum ArchivedComposition: UInt8 { case over, `in`, out, atop, xor, lighter, arithmetic }

enum ArchivedLight: UInt8 { case distant, point, spot }

/// The encoding of a step's input.
enum ArchivedInput {
    static let source: UInt32 = 0
    static let sourceAlpha: UInt32 = 1
    /// The number of the first step's result; later steps follow.
    static let firstStep: UInt32 = 2
}
