/// Values for a control's states. A state that has none of its own takes the normal state's, also one that is made up
/// of several that have theirs.
struct ByState<Value> {
    private var values: [UIControl.State: Value] = [:]

    mutating func set(_ value: Value?, for state: UIControl.State) { values[state] = value }

    func value(for state: UIControl.State) -> Value? { values[state] ?? values[.normal] }

    func ownValue(for state: UIControl.State) -> Value? { values[state] }

    /// Those that have a value of their own.
    var states: Set<UIControl.State> { Set(values.keys) }

    func hasOwnValue(for state: UIControl.State) -> Bool { values[state] != nil }
}
