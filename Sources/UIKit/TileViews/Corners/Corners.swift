/// A value for each corner of a rect.
struct Corners<Value> {
    var topLeft: Value
    var topRight: Value
    var bottomLeft: Value
    var bottomRight: Value

    init(topLeft: Value, topRight: Value, bottomLeft: Value, bottomRight: Value) {
        (self.topLeft, self.topRight, self.bottomLeft, self.bottomRight) = (topLeft, topRight, bottomLeft, bottomRight)
    }

    init(repeating value: Value) { self.init(topLeft: value, topRight: value, bottomLeft: value, bottomRight: value) }

    /// The values in the order of `UIRectCorner`'s bits.
    var all: [Value] { [topLeft, topRight, bottomLeft, bottomRight] }

    func mapped<Other>(_ transform: (Value) -> Other) -> Corners<Other> {
        Corners<Other>(
            topLeft: transform(topLeft), topRight: transform(topRight), bottomLeft: transform(bottomLeft),
            bottomRight: transform(bottomRight))
    }

    func merged<Other, Result>(
        with other: Corners<Other>, _ merge: (Value, Other) -> Result
    ) -> Corners<Result> {
        Corners<Result>(
            topLeft: merge(topLeft, other.topLeft), topRight: merge(topRight, other.topRight),
            bottomLeft: merge(bottomLeft, other.bottomLeft), bottomRight: merge(bottomRight, other.bottomRight))
    }
}

extension Corners: Equatable where Value: Equatable {}
extension Corners: Hashable where Value: Hashable {}
extension Corners: Sendable where Value: Sendable {}
