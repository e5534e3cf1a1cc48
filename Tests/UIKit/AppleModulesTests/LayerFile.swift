import QuartzCore

/// A file that imports layers alone, and also sees the display link.
func rates(of link: CADisplayLink?) -> Int { link?.preferredFramesPerSecond ?? 0 }

func mirrored(_ layer: CALayer) -> CGAffineTransform {
    layer.setAffineTransform(CGAffineTransform(1, 0, 0, -1, 0, 0))
    return layer.affineTransform()
}
