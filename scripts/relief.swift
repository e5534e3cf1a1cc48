// Draws the sample relief: mountains, lakes and a coast as a shaded map, made by noise.
//
//     swiftc -O scripts/relief.swift -o /tmp/relief
//     /tmp/relief 4096 3072 > /tmp/relief.ppm
//     vips jpegsave /tmp/relief.ppm assets/samples/relief.jpg --Q 70 --optimize-coding --strip
//
// The same size and seed give the same pixels. Writes a binary PPM to standard output.

import Foundation

// MARK: Noise

/// Gradient noise with its derivatives, on a lattice hashed with a seed.
struct Noise {
    let seed: UInt32

    private func gradient(_ x: Int, _ y: Int) -> SIMD2<Double> {
        var hash = seed &+ UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 &+ UInt32(truncatingIfNeeded: y) &* 0x85EB_CA6B
        hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
        hash = (hash ^ (hash >> 12)) &* 0x297A_2D39
        hash ^= hash >> 15
        let angle = Double(hash) / Double(UInt32.max) * 2 * .pi
        return SIMD2(cos(angle), sin(angle))
    }

    /// The value (about −0.7…0.7) and its slope along x and y.
    func at(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let column = x.rounded(.down)
        let row = y.rounded(.down)
        let fx = x - column
        let fy = y - row
        let i = Int(column)
        let j = Int(row)
        // Quintic fade: the slope of the slope is continuous too, so the shading shows no lattice.
        let u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
        let v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
        let du = 30 * fx * fx * (fx * (fx - 2) + 1)
        let dv = 30 * fy * fy * (fy * (fy - 2) + 1)
        let ga = gradient(i, j)
        let gb = gradient(i + 1, j)
        let gc = gradient(i, j + 1)
        let gd = gradient(i + 1, j + 1)
        let a = ga.x * fx + ga.y * fy
        let b = gb.x * (fx - 1) + gb.y * fy
        let c = gc.x * fx + gc.y * (fy - 1)
        let d = gd.x * (fx - 1) + gd.y * (fy - 1)
        let cross = a - b - c + d
        let slope = ga + u * (gb - ga) + v * (gc - ga) + u * v * (ga - gb - gc + gd)
        return SIMD3(
            a + u * (b - a) + v * (c - a) + u * v * cross,
            slope.x + du * (v * cross + b - a),
            slope.y + dv * (u * cross + c - a))
    }
}

/// The ground's height at a place in map widths, about −0.5…1.
func height(_ x: Double, _ y: Double, noise: Noise, octaves: Int) -> Double {
    // Where land and sea lie.
    let shape = noise.at(x * 1.9 + 7.3, y * 1.9 + 2.1).x + 0.45 * noise.at(x * 4.3 - 3.7, y * 4.3 + 9.2).x
    // Bending the plane lets ranges wind.
    let bendX = noise.at(x * 3.1 + 11, y * 3.1 - 5).x
    let bendY = noise.at(x * 3.1 - 17, y * 3.1 + 29).x
    var place = SIMD2((x + 0.11 * bendX) * 6.2, (y + 0.11 * bendY) * 6.2)
    // Steep places get less of the finer octaves: slopes are smooth as if worn by water, and ridges stay sharp.
    var worn = SIMD2<Double>.zero
    var amplitude = 1.0
    var roundness = 0.012
    var sum = 0.0
    for _ in 0..<octaves {
        let value = noise.at(place.x, place.y)
        worn += SIMD2(value.y, value.z)
        // A long sharp ridge would be seen as a line drawn across the map, so the broad ones are round.
        let ridge = 0.62 - (value.x * value.x + roundness).squareRoot()
        roundness *= 0.32
        sum += amplitude * ridge / (1 + 0.85 * (worn.x * worn.x + worn.y * worn.y))
        amplitude *= 0.47
        place = SIMD2(place.x * 1.62 + place.y * 1.21, place.y * 1.62 - place.x * 1.21) + SIMD2(3.1, 7.7)
    }
    let part = min(1, max(0, (shape + 0.36) / 0.80))
    // Smooth where it ends: a kink in the height is an edge in the light.
    let land = part * part * (3 - 2 * part)
    return -0.32 + 0.46 * land + sum * (0.10 + 0.62 * land * land)
}

// MARK: Color

typealias Color = SIMD3<Double>

func color(_ hex: Int) -> Color {
    Color(Double(hex >> 16 & 255), Double(hex >> 8 & 255), Double(hex & 255))
}

func mix(_ one: Color, _ other: Color, part: Double) -> Color {
    one + (other - one) * min(1, max(0, part))
}

func ramp(_ value: Double, _ stops: [(at: Double, color: Color)]) -> Color {
    guard let upper = stops.firstIndex(where: { $0.at > value }) else { return stops[stops.count - 1].color }
    guard upper > 0 else { return stops[0].color }
    let low = stops[upper - 1]
    let high = stops[upper]
    return mix(low.color, high.color, part: (value - low.at) / (high.at - low.at))
}

let landColors: [(at: Double, color: Color)] = [
    (0.00, color(0xB9C99A)), (0.06, color(0xA7C08D)), (0.20, color(0xC3CC9B)), (0.36, color(0xDBD1A4)),
    (0.50, color(0xC9B08A)), (0.62, color(0xB39A83)), (0.74, color(0xC9C0B8)), (0.86, color(0xF7F7F7)),
]
let seaColors: [(at: Double, color: Color)] = [
    (-0.40, color(0x5F97BC)), (-0.16, color(0x7BB0CF)), (-0.05, color(0x9CC8DE)), (0.00, color(0xBFDEE9)),
]

// MARK: The map

let arguments = CommandLine.arguments
guard arguments.count >= 3, let width = Int(arguments[1]), let rows = Int(arguments[2]),
    (16...32768).contains(width), (16...32768).contains(rows)
else {
    FileHandle.standardError.write(Data("usage: relief WIDTH HEIGHT [SEED] (16 to 32768 pixels)\n".utf8))
    exit(64)
}
let noise = Noise(seed: arguments.count > 3 ? UInt32(arguments[3]) ?? 2 : 2)
let octaves = 9
let unit = 1 / Double(max(width, rows))

// One more row and column than pixels, for slopes.
let stride = width + 1
let heights = [Float](unsafeUninitializedCapacity: stride * (rows + 1)) { buffer, count in
    // Every iteration writes its own row.
    nonisolated(unsafe) let all = buffer
    DispatchQueue.concurrentPerform(iterations: rows + 1) { row in
        for column in 0..<stride {
            all[row * stride + column] = Float(
                height(Double(column) * unit, Double(row) * unit, noise: noise, octaves: octaves))
        }
    }
    count = stride * (rows + 1)
}

let light = SIMD3(-0.62, -0.58, 0.53)
let pixels = [UInt8](unsafeUninitializedCapacity: width * rows * 3) { buffer, count in
    // Every iteration writes its own row.
    nonisolated(unsafe) let all = buffer
    DispatchQueue.concurrentPerform(iterations: rows) { row in
        for column in 0..<width {
            let at = row * stride + column
            let here = Double(heights[at])
            let steep = 0.16 / unit
            let slopeX = (Double(heights[at + 1]) - here) * steep
            let slopeY = (Double(heights[at + stride]) - here) * steep
            let normal = SIMD3(-slopeX, -slopeY, 1) / (slopeX * slopeX + slopeY * slopeY + 1).squareRoot()
            var lit = (normal * light).sum()
            var ground: Color
            if here < 0 {
                ground = ramp(here, seaColors)
                lit = 0.53 + (lit - 0.53) * 0.12
            } else {
                ground = ramp(here, landColors)
                // Steep slopes have no snow.
                let snow = (here - 0.66) * 6 - (1 - normal.z) * 2.4
                ground = mix(ground, color(0xFBFCFE), part: snow)
                // The shore line.
                if here < 0.006 { ground = mix(color(0x8DA9A8), ground, part: here / 0.006) }
            }
            // Shadows turn blue, lit slopes yellow, as in air.
            let shaded =
                lit < 0.53
                ? mix(ground, Color(62, 72, 104), part: (0.53 - lit) * 0.92)
                : mix(ground, Color(255, 250, 226), part: (lit - 0.53) * 0.78)
            let to = (row * width + column) * 3
            for channel in 0..<3 { all[to + channel] = UInt8(min(255, max(0, shaded[channel].rounded()))) }
        }
    }
    count = width * rows * 3
}

var output = Data("P6\n\(width) \(rows)\n255\n".utf8)
output.append(contentsOf: pixels)
FileHandle.standardOutput.write(output)
