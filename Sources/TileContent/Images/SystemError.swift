import Foundation

/// An error number of the system (`errno`).
struct SystemError: Error, Hashable, CustomStringConvertible {
    var code: Int32
    var description: String { String(cString: strerror(code)) }
}
