// Draws the view that Picture.swift makes, and compares the drawing with a stored one: draw STORED.png --compare |
// --store

import UIKit

/// An image's pixels: red, green, blue and alpha, row by row.
func pixels(of image: CGImage) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
    bytes.withUnsafeMutableBytes { buffer in
        let context = CGContext(
            data: buffer.baseAddress, width: image.width, height: image.height, bitsPerComponent: 8,
            bytesPerRow: image.width * 4, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    }
    return bytes
}

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
}

let stored = URL(fileURLWithPath: CommandLine.arguments[1])
let isStoring = CommandLine.arguments[2] == "--store"

let view = makeView()
let screen = UIScreen(size: view.bounds.size, scale: 2)
let window = UIWindow(screen: screen)
window.isHidden = false
window.backgroundColor = .white
window.addSubview(view)
use(view, in: window)
var frames = 0
repeat {
    _ = screen.frame()
    frames += 1
} while screen.isFramePending && frames < 10

let format = UIGraphicsImageRendererFormat()
format.scale = screen.scale
let drawn = UIGraphicsImageRenderer(size: view.bounds.size, format: format).image { context in
    window.layer.render(in: context.cgContext)
}
guard let image = drawn.cgImage, let data = drawn.pngData() else { fail("nothing was drawn") }

let old = (try? Data(contentsOf: stored)).flatMap { UIImage(data: $0)?.cgImage }
if let old, old.width == image.width, old.height == image.height {
    let (before, now) = (pixels(of: old), pixels(of: image))
    var (greatest, sum) = (0, 0)
    for (a, b) in zip(before, now) {
        let difference = abs(Int(a) - Int(b))
        greatest = max(greatest, difference)
        sum += difference
    }
    let mean = Double(sum) / Double(now.count)
    // Of 255: what another version of FreeType or cairo may make of an edge.
    if greatest <= 24, mean <= 0.05 {
        print("its picture of \(image.width) by \(image.height) pixels differs by \(greatest) of 255 at most")
        exit(0)
    }
    if !isStoring {
        let actual = FileManager.default.temporaryDirectory.appendingPathComponent("drawn-" + stored.lastPathComponent)
        try? data.write(to: actual)
        fail("the picture differs from \(stored.path) by up to \(greatest), \(mean) in the mean; it is \(actual.path)")
    }
} else if !isStoring {
    fail("there is no picture \(stored.path) of \(image.width) by \(image.height) pixels")
}
try data.write(to: stored)
print("its picture was stored")
