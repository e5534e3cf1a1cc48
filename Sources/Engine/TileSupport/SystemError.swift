import Foundation

/// An error number of the system (`errno`), and what the C library says to it.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    package var code: Int32

    package init(code: Int32) { self.code = code }

    package var description: String { String(cString: strerror(code)) }
}
