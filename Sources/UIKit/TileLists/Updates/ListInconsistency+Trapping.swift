extension ListInconsistency {
    /// Calls a closure that must not fail. If it throws, the program ends with the error's message.
    static func trapping<Value>(_ body: () throws(ListInconsistency) -> Value) -> Value {
        do { return try body() } catch { error.raise() }
    }
}
