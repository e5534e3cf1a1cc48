extension ListInconsistency {
    /// Does what must not fail; ends the program with the message when it does.
    static func trapping<Value>(_ body: () throws(ListInconsistency) -> Value) -> Value {
        do { return try body() } catch { error.raise() }
    }
}
