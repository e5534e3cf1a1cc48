import CCairo
import TileGeometry

extension Replay {
    /// Draws a group: clipped, and drawn apart first if it is translucent, masked or blended.
    func draw(
        _ group: PictureGroup, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        try spend(Self.groupWork)
        // From here on, only pixels within the group's bounds matter.
        let reachable = group.bounds.applying(transform)
            .expanded(by: Self.antialiasingMargin + group.content.pixelReach).intersection(clip)
        guard !reachable.isEmpty, group.opacity > 0 else { return }
        var partial: [PictureGroup.Clip] = []
        for clipPath in group.clips {
            switch coverage(of: clipPath, transform: transform, in: reachable) {
            case .none: return
            case .full: break
            case .partial: partial.append(clipPath)
            }
        }
        if partial.isEmpty {
            return try drawUnclipped(group, transform, on: canvas, clip: reachable)
        }
        guard group.marksBeyondContent || touches(group.content, transform: transform, clip: reachable) else { return }
        canvas.save()
        defer { canvas.restore() }
        let cairo = canvas.context()
        var heavy: [(clip: PictureGroup.Clip, parts: [(path: Path, transform: CGAffineTransform)])] = []
        for clipPath in partial {
            let parts = try parts(of: clipPath, transform, on: canvas)
            if !canvas.isVector, try haveTooManyEdges(parts, clip: reachable) {
                heavy.append((clipPath, parts))
            } else {
                try apply(clipPath, parts, cairo: cairo, box: reachable)
            }
        }
        if heavy.isEmpty { return try drawUnclipped(group, transform, on: canvas, clip: reachable) }
        // Drawn apart, and then through the coverage of the clips.
        guard let layer = layer(over: reachable, on: canvas) else { return }
        var through: EdgeCoverage?
        for (clip, parts) in heavy {
            let covered = try coverage(
                rule: clip.rule, isSmooth: clip.antialiasing == .normal, on: canvas, clip: reachable
            ) { box, edges in for part in parts { part.path.addFill(part.transform, in: box, to: &edges) } }
            guard let covered else { return }
            if through == nil { through = covered } else { through?.formIntersection(covered) }
        }
        try drawUnclipped(
            group, transform.concatenating(layer.fromBelow), on: layer.canvas, clip: layer.canvas.bounds)
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_set_source_surface(cairo, layer.canvas.sourceSurface(), Double(layer.x), Double(layer.y))
        through?.withSurface { cairo_mask_surface(cairo, $0, Double(layer.x), Double(layer.y)) }
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    }

    /// The work of filling and compositing a layer of a tile.
    private static let groupWork = 1024

    /// Returns whether the index finds anything of the picture in the clip.
    private func touches(_ picture: Picture, transform: CGAffineTransform, clip: Box) -> Bool {
        var found = ContiguousArray<UInt32>()
        picture.visible(
            in: clip.expanded(by: Self.antialiasingMargin + picture.pixelReach).applying(transform.inverted()),
            into: &found)
        return !found.isEmpty
    }

    private func coverage(of clip: PictureGroup.Clip, transform: CGAffineTransform, in box: Box) -> Path.Coverage {
        if clip.parts.isEmpty { return .none }
        let padded = box.expanded(by: Self.antialiasingMargin)
        var result = Path.Coverage.none
        for part in clip.parts {
            let whole = part.transform.concatenating(transform)
            guard whole.isInvertible else { continue }
            switch part.path.coverage(of: padded.applying(whole.inverted()), rule: clip.rule) {
            case .none: continue
            // Two parts can cancel each other; a single one cannot.
            case .full: result = clip.parts.count == 1 ? .full : .partial
            case .partial: result = .partial
            }
        }
        return result
    }

    /// Returns the outlines of a clip for the scale at which they are drawn, on the canvas's pixels.
    private func parts(
        of clip: PictureGroup.Clip, _ transform: CGAffineTransform, on canvas: Canvas
    ) throws(RasterFailure) -> [(path: Path, transform: CGAffineTransform)] {
        var parts: [(path: Path, transform: CGAffineTransform)] = []
        for part in clip.parts {
            let whole = part.transform.concatenating(transform)
            guard whole.isInvertible else { continue }
            let thinned = try thinned(part.path, for: .fill(clip.rule), whole, on: canvas)?.outline
            parts.append((thinned ?? part.path, whole))
        }
        return parts
    }

    private func apply(
        _ clip: PictureGroup.Clip, _ parts: [(path: Path, transform: CGAffineTransform)], cairo: OpaquePointer, box: Box
    ) throws(RasterFailure) {
        cairo_new_path(cairo)
        var segments = 0
        for part in parts { segments += trace(part.path, transform: part.transform, in: cairo, clip: box) }
        // Everything drawn inside is clipped by it.
        try spend(segments * 4)
        cairo_set_fill_rule(cairo, clip.rule.cairo)
        cairo_set_antialias(cairo, clip.antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE)
        cairo_clip(cairo)
    }

    private func drawUnclipped(
        _ group: PictureGroup, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        if let shadow = group.shadow, !covers(clip, with: group, transform: transform) {
            try cast(shadow, of: group, transform, on: canvas, clip: clip)
        }
        if canvas.isVector, group.needsLayer { return try drawVectors(group, transform, on: canvas, clip: clip) }
        if group.blendMode.needsShape { return try compose(group, transform, on: canvas, clip: clip) }
        guard group.needsLayer else {
            return try draw(group.content, transform, on: canvas, clip: clip)
        }
        guard let layer = try layer(group.content, transform, clip: clip, on: canvas) else { return }
        counters.layers += 1
        let mask = try group.mask.map { mask throws(RasterFailure) in
            try self.mask(mask, transform, opacity: group.opacity, over: layer)
        }
        if case .some(.none) = mask { return }
        let cairo = canvas.context()
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_set_operator(cairo, group.blendMode.cairo)
        cairo_set_source_surface(cairo, layer.canvas.sourceSurface(), Double(layer.x), Double(layer.y))
        if case .some(.some(let mask)) = mask {
            let surface = cairo_image_surface_create_for_data(
                mask.bytes, CAIRO_FORMAT_A8, Int32(layer.canvas.width), Int32(layer.canvas.height), Int32(mask.stride))
            cairo_mask_surface(cairo, surface, Double(layer.x), Double(layer.y))
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
            mask.bytes.deallocate()
        } else {
            // Pixels outside the layer are clear, and unaffected in every mode except those with bounds of their own.
            cairo_rectangle(
                cairo, Double(layer.x), Double(layer.y), Double(layer.canvas.width), Double(layer.canvas.height))
            cairo_save(cairo)
            cairo_clip(cairo)
            if group.opacity < 1 { cairo_paint_with_alpha(cairo, group.opacity) } else { cairo_paint(cairo) }
            cairo_restore(cairo)
        }
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    }

    /// A canvas for drawing apart, and the position of its top left on the canvas below.
    struct Layer {
        var canvas: Canvas
        var x: Int
        var y: Int

        /// The transform from pixels of the canvas below to the layer's.
        var fromBelow: CGAffineTransform { CGAffineTransform(translationX: -Double(x), y: -Double(y)) }
    }

    /// Returns a blank layer over the pixels of `canvas` that `clip` touches; nil if there are none.
    func layer(over clip: Box, on canvas: Canvas) -> Layer? {
        guard let pixels = canvas.pixels(touching: clip) else { return nil }
        return Layer(
            canvas: Canvas(width: pixels.width, height: pixels.height, pool: pool, antialias: antialias), x: pixels.x,
            y: pixels.y)
    }

    /// Composites a bitmap with the canvas, pixel by pixel, under the current clip.
    func put(_ bitmap: Bitmap, x: Int, y: Int, _ operation: cairo_operator_t, on canvas: Canvas) {
        let surface = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(bitmap.width),
            Int32(bitmap.height), Int32(bitmap.stride))
        let cairo = canvas.context()
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_new_path(cairo)
        cairo_set_operator(cairo, operation)
        cairo_set_source_surface(cairo, surface, Double(x), Double(y))
        cairo_rectangle(cairo, Double(x), Double(y), Double(bitmap.width), Double(bitmap.height))
        cairo_fill(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        // The pixels are freed with the bitmap; nothing may reference them afterwards.
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    /// Draws a picture on a layer that covers only the visible part; nil if nothing is visible.
    func layer(
        _ picture: Picture, _ transform: CGAffineTransform, clip: Box, on canvas: Canvas
    ) throws(RasterFailure) -> Layer? {
        guard let layer = layer(over: clip, on: canvas) else { return nil }
        try spend(layer.canvas.width * layer.canvas.height / 64)
        try draw(picture, transform.concatenating(layer.fromBelow), on: layer.canvas, clip: layer.canvas.bounds)
        if case .solid(.clear) = layer.canvas.contents { return nil }
        return layer
    }

    /// Coverage with 8 bits per pixel. The caller deallocates it.
    struct MaskBytes {
        var bytes: UnsafeMutablePointer<UInt8>
        var stride: Int
    }

    /// Returns the mask over a layer; nil if it lets nothing through.
    func mask(
        _ mask: PictureGroup.Mask, _ transform: CGAffineTransform, opacity: Double, over layer: Layer
    ) throws(RasterFailure) -> MaskBytes? {
        let width = layer.canvas.width
        let height = layer.canvas.height
        try spend(width * height / 16)
        let canvas = Canvas(width: width, height: height, pool: pool, antialias: antialias)
        let toLayer = transform.concatenating(layer.fromBelow)
        let regionTransform = mask.regionTransform.concatenating(toLayer)
        let region = mask.region.applying(regionTransform).intersection(canvas.bounds)
        guard !region.isEmpty, regionTransform.isInvertible else { return nil }
        canvas.save()
        let cairo = canvas.context()
        var matrix = regionTransform.cairo
        cairo_set_matrix(cairo, &matrix)
        cairo_rectangle(cairo, mask.region.minX, mask.region.minY, mask.region.width, mask.region.height)
        cairo_clip(cairo)
        try draw(mask.content, mask.transform.concatenating(toLayer), on: canvas, clip: region)
        canvas.restore()
        guard case .bitmap(let bitmap) = canvas.finish() else { throw .cairo }
        let stride = (width + 3) & ~3
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * height)
        // Luminance with the weights of linear light applied to the stored values, as SVG masks are implemented in
        // practice: 0.2125, 0.7154, 0.0721, scaled so that white at full opacity is 255.
        let opacity = UInt32(min(1, max(0, opacity)) * 255 + 0.5)
        for y in 0..<height {
            let row = bitmap.row(y)
            for x in 0..<width {
                let pixel = PixelColor(argb: row[x])
                if mask.kind == .alpha {
                    bytes[y * stride + x] = UInt8((UInt32(pixel.alpha) * opacity + 127) / 255)
                    continue
                }
                let luminance = UInt32(pixel.red) * 14042 + UInt32(pixel.green) * 47240 + UInt32(pixel.blue) * 4769
                bytes[y * stride + x] = UInt8((luminance * opacity) >> 24)
            }
        }
        return MaskBytes(bytes: bytes, stride: stride)
    }
}
