extension CALayer {
    func change(_ flag: LayerFlags, to isOn: Bool, _ key: String? = nil) {
        guard flags.contains(flag) != isOn else { return }
        let action = key.flatMap { willChange($0) }
        set(flag, isOn)
        markLook()
        if let key { didChange(key, action) }
    }
}
