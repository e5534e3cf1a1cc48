import QuartzCore

/// A file with layers alone sees the display link too.
func rates(of link: CADisplayLink?) -> Int { link?.preferredFramesPerSecond ?? 0 }

func mirrored(_ layer: CALayer) -> CGAffineTransform {
    layer.setAffineTransform(CGAffineTransform(1, 0, 0, -1, 0, 0))
    return layer.affineTransform()
}
