/// What UIKit raises an exception for, in its words. A program's mistake: it ends here, as it does there, unless the
/// one who asks handles it.
struct ListFailure: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Does what must not fail; ends the program with the message when it does.
    static func trapping<Value>(_ body: () throws(ListFailure) -> Value) -> Value {
        do { return try body() } catch { fatalError(error.description) }
    }
}
