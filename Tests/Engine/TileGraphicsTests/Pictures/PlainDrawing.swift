import CCairo
import TileGeometry

@testable import TileGraphics

/// A list of drawing commands, all drawn with Cairo alone: the reference for a picture's replay.
struct PlainDrawing {
    enum Step {
        case fill(Path, FillRule, Color, CGAffineTransform)
        case stroke(Path, StrokeStyle, Color, CGAffineTransform)
    }

    var steps: [Step] = []

    var picture: Picture {
        var recorder = PictureRecorder()
        for step in steps {
            switch step {
            case .fill(let path, let rule, let color, let transform):
                recorder.fill(path, rule: rule, with: .color(color), transform: transform)
            case .stroke(let path, let style, let color, let transform):
                recorder.stroke(path, style: style, with: .color(color), transform: transform)
            }
        }
        return recorder.finish()
    }

    func raster(_ transform: CGAffineTransform, width: Int, height: Int) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        let surface = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
            Int32(bitmap.stride))
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)!
        defer { cairo_destroy(cairo) }
        for step in steps {
            switch step {
            case .fill(let path, let rule, let color, let own):
                add(path, transform: own.concatenating(transform), to: cairo)
                cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
                cairo_set_fill_rule(cairo, rule.cairo)
                cairo_fill(cairo)
            case .stroke(let path, let style, let color, let own):
                add(path, transform: own.concatenating(transform), to: cairo)
                cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
                cairo_set_line_width(cairo, style.width)
                cairo_set_line_cap(cairo, style.cap.cairo)
                cairo_set_line_join(cairo, style.join.cairo)
                cairo_set_miter_limit(cairo, style.miterLimit)
                cairo_set_dash(cairo, style.dashes, Int32(style.dashes.count), style.dashOffset)
                cairo_stroke(cairo)
            }
        }
        cairo_surface_flush(surface)
        return bitmap
    }

    private func add(_ path: Path, transform: CGAffineTransform, to cairo: OpaquePointer) {
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        cairo_new_path(cairo)
        path.forEachSegment { segment in
            switch segment {
            case .move(let p): cairo_move_to(cairo, p.x, p.y)
            case .line(let p): cairo_line_to(cairo, p.x, p.y)
            case .curve(let a, let b, let p): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
            case .close: cairo_close_path(cairo)
            }
        }
    }
}

/// Returns the largest difference of a channel between two images, and the number of pixels that differ by more than
/// `tolerance`.
func difference(_ image: TileImage, _ bitmap: Bitmap, tolerance: Int = 0) -> (worst: Int, count: Int) {
    var worst = 0
    var count = 0
    for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
            let actual =
                switch image {
                case .solid(let color, _, _): color.argb
                case .bitmap(let drawn): drawn.row(y)[x]
                }
            let expected = bitmap.row(y)[x]
            if actual == expected { continue }
            var largest = 0
            for shift: UInt32 in [0, 8, 16, 24] {
                largest = max(largest, abs(Int(actual >> shift & 255) - Int(expected >> shift & 255)))
            }
            worst = max(worst, largest)
            if largest > tolerance { count += 1 }
        }
    }
    return (worst, count)
}
