/// How a bar looks where nothing else says so: as its surroundings, or dark.
public enum UIBarStyle: Int, Hashable, Sendable {
    case `default` = 0
    case black = 1
    /// As `black`, and translucent; older code says so.
    case blackTranslucent = 2

    /// As `black`; older code's name.
    public static var blackOpaque: UIBarStyle { .black }
}
