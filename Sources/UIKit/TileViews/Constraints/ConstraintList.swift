/// Constraints in the order of their insertion. Removal takes constant time for any number of constraints.
struct ConstraintList: Sequence {
    /// The number of entries from which on their positions are stored in a dictionary.
    private static let many = 32

    private var entries: [NSLayoutConstraint?] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private(set) var count = 0

    var all: [NSLayoutConstraint] { entries.compactMap { $0 } }

    mutating func append(_ constraint: NSLayoutConstraint) {
        entries.append(constraint)
        count += 1
        if !places.isEmpty {
            places[ObjectIdentifier(constraint)] = entries.count - 1
        } else if entries.count >= Self.many {
            keepPlaces()
        }
    }

    mutating func remove(_ constraint: NSLayoutConstraint) {
        guard !places.isEmpty else {
            guard let index = entries.lastIndex(where: { $0 === constraint }) else { return }
            entries.remove(at: index)
            count -= 1
            return
        }
        guard let index = places.removeValue(forKey: ObjectIdentifier(constraint)) else { return }
        entries[index] = nil
        count -= 1
        if count < entries.count / 2 { keepPlaces() }
    }

    private mutating func keepPlaces() {
        entries.removeAll { $0 == nil }
        places.removeAll(keepingCapacity: true)
        guard entries.count >= Self.many else { return }
        for (index, entry) in entries.enumerated() { places[ObjectIdentifier(entry!)] = index }
    }

    func makeIterator() -> AnyIterator<NSLayoutConstraint> {
        var rest = entries.makeIterator()
        return AnyIterator {
            while let entry = rest.next() { if let entry { return entry } }
            return nil
        }
    }
}
