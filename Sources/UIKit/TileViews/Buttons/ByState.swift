/// Values for the states of a control. A state without its own value uses that of the normal state, even if it combines
/// several states that have values.
struct ByState<Value> {
    private var values: [UIControl.State: Value] = [:]

    mutating func set(_ value: Value?, for state: UIControl.State) { values[state] = value }

    func value(for state: UIControl.State) -> Value? { values[state] ?? values[.normal] }

    func ownValue(for state: UIControl.State) -> Value? { values[state] }

    /// The states with values of their own.
    var states: Set<UIControl.State> { Set(values.keys) }

    func hasOwnValue(for state: UIControl.State) -> Bool { values[state] != nil }
}
