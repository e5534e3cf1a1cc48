import Foundation

/// A system error number (`errno`), described with the C library's text.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    package var code: Int32

    package init(code: Int32) { self.code = code }

    package var description: String { String(cString: strerror(code)) }
}
