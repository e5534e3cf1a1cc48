extension CALayer {
    /// Whether the layer, with all that is in it, is not shown. Animatable.
    public var isHidden: Bool {
        get { flags.contains(.hidden) }
        set {
            guard newValue != isHidden else { return }
            let action = willChange("hidden")
            let order = willChange(newValue ? kCAOnOrderOut : kCAOnOrderIn)
            set(.hidden, newValue)
            markLook()
            // What was marked while nobody looked is to be done now.
            if !newValue { passMarksOn() }
            didChange("hidden", action)
            didChange(newValue ? kCAOnOrderOut : kCAOnOrderIn, order)
        }
    }

    /// Whether sublayers are cut off at the layer's bounds, with its rounded corners. Animatable.
    public var masksToBounds: Bool {
        get { flags.contains(.masksToBounds) }
        set { change(.masksToBounds, to: newValue, "masksToBounds") }
    }

    /// Whether the layer shows from behind. Animatable.
    public var isDoubleSided: Bool {
        get { !flags.contains(.singleSided) }
        set { change(.singleSided, to: !newValue, "doubleSided") }
    }

    /// Whether the layer's drawn contents fill its bounds without a gap: a promise that lets what is behind not be
    /// drawn. Where a promise is not kept, what is behind may or may not show.
    public var isOpaque: Bool {
        get { flags.contains(.opaque) }
        set { change(.opaque, to: newValue) }
    }

    /// Whether drawn contents are thrown away and drawn anew when the size of `bounds` changes, instead of being
    /// stretched.
    public var needsDisplayOnBoundsChange: Bool {
        get { flags.contains(.needsDisplayOnBoundsChange) }
        set { set(.needsDisplayOnBoundsChange, newValue) }
    }

    /// Whether opacity fades the layer and all that is in it as one picture; else each part alone, so that parts behind
    /// others show through these.
    public var allowsGroupOpacity: Bool {
        get { flags.contains(.allowsGroupOpacity) }
        set { change(.allowsGroupOpacity, to: newValue) }
    }

    func change(_ flag: LayerFlags, to isOn: Bool, _ key: String? = nil) {
        guard flags.contains(flag) != isOn else { return }
        let action = key.flatMap { willChange($0) }
        set(flag, isOn)
        markLook()
        if let key { didChange(key, action) }
    }
}
