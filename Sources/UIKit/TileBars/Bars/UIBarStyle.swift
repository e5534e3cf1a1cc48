/// The default style of a bar: like its surroundings, or dark.
public enum UIBarStyle: Int, Hashable, Sendable {
    case `default` = 0
    case black = 1
    /// A translucent black style, used by older code.
    case blackTranslucent = 2

    /// An older name for `black`.
    public static var blackOpaque: UIBarStyle { .black }
}
