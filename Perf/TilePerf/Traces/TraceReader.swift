import Foundation
import TileSupport

/// The members of a JSON object. Each is checked and removed as it is read; members that are left over are errors.
struct TraceReader {
    private var members: [String: JSONNode]
    /// The names that were requested: the members that the object may have.
    private var known: Set<String> = []
    /// The object's path in the file, for messages.
    private let place: String

    init(_ members: [String: JSONNode], at place: String = "") {
        self.members = members
        self.place = place
    }

    func problem(_ name: String, _ text: String) -> TraceFailure {
        .member(path: "", member: place.isEmpty ? name : "\(place).\(name)", problem: text)
    }

    mutating func has(_ name: String) -> Bool {
        known.insert(name)
        return members[name] != nil
    }

    /// Throws if the object has a member that was not requested, because its writer expects it to have an effect.
    func finish() throws(TraceFailure) {
        guard let name = members.keys.min() else { return }
        throw problem(name, "is not known\(Spelling.suggestion(for: name, in: known.sorted()))")
    }

    private mutating func remove(_ name: String) -> JSONNode? {
        known.insert(name)
        return members.removeValue(forKey: name)
    }

    /// Removes a member if it is null, and returns whether it was.
    mutating func removeIfNull(_ name: String) throws(TraceFailure) -> Bool {
        known.insert(name)
        guard case .null? = members[name] else { return false }
        members[name] = nil
        return true
    }

    // MARK: Strings and Booleans

    mutating func optionalString(_ name: String) throws(TraceFailure) -> String? {
        guard let value = remove(name) else { return nil }
        guard case .string(let text) = value else { throw problem(name, "must be text in quotes") }
        return text
    }

    mutating func optionalStrings(_ name: String, atMost limit: Int) throws(TraceFailure) -> [String]? {
        guard has(name) else { return nil }
        let items = list(name) ?? []
        let texts = items.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == items.count, (1...limit).contains(texts.count) else {
            throw problem(name, "must be a list of 1 to \(limit) texts in quotes")
        }
        return texts
    }

    /// Removes a member if it is this text, and returns whether it was.
    mutating func consumeMember(_ name: String, ifEqualTo text: String) -> Bool {
        known.insert(name)
        guard case .string(text)? = members[name] else { return false }
        members[name] = nil
        return true
    }

    mutating func string(_ name: String, or standard: String? = nil) throws(TraceFailure) -> String {
        if let text = try optionalString(name) ?? standard { return text }
        throw problem(name, "is missing")
    }

    mutating func bool(_ name: String) throws(TraceFailure) -> Bool? {
        guard let value = remove(name) else { return nil }
        guard case .bool(let truth) = value else { throw problem(name, "must be true or false") }
        return truth
    }

    // MARK: Numbers

    private static func double(_ value: JSONNode) -> Double? {
        guard case .number(let number) = value, number.isFinite else { return nil }
        return number
    }

    private mutating func list(_ name: String) -> [JSONNode]? {
        guard case .array(let list)? = remove(name) else { return nil }
        return list
    }

    mutating func optionalNumber(_ name: String, in range: ClosedRange<Double>) throws(TraceFailure) -> Double? {
        guard let value = remove(name) else { return nil }
        guard let number = Self.double(value) else { throw problem(name, "must be a number") }
        guard range.contains(number) else {
            throw problem(
                name,
                "is \(Self.text(number)): use \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            )
        }
        return number
    }

    mutating func number(
        _ name: String, in range: ClosedRange<Double>, or standard: Double? = nil
    ) throws(TraceFailure) -> Double {
        if let number = try optionalNumber(name, in: range) ?? standard { return number }
        throw problem(name, "is missing")
    }

    mutating func integer(
        _ name: String, in range: ClosedRange<Int>, or standard: Int? = nil
    ) throws(TraceFailure) -> Int {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        let number = try number(name, in: bounds, or: standard.map(Double.init))
        guard number == number.rounded() else { throw problem(name, "is \(number): use a whole number") }
        return Int(number)
    }

    mutating func numbers(_ name: String, count: Int, within most: Double) throws(TraceFailure) -> [Double] {
        let values = (list(name) ?? []).compactMap { Self.double($0) }
        guard values.count == count else { throw problem(name, "must be a list of \(count) numbers") }
        guard let far = values.first(where: { abs($0) > most }) else { return values }
        throw problem(name, "has \(Self.text(far)): the limit is ±\(Self.text(most))")
    }

    private static func text(_ number: Double) -> String {
        // Beyond these a power of ten is shorter to read.
        abs(number) < 1e12 ? GroupedNumber.text(number) : GroupedNumber.typed(number)
    }

    // MARK: Points and touches

    mutating func point(_ name: String) throws(TraceFailure) -> CGPoint? {
        guard has(name) else { return nil }
        let values = try numbers(name, count: 2, within: 1e12)
        return CGPoint(x: values[0], y: values[1])
    }

    mutating func size(_ name: String, upTo most: Double) throws(TraceFailure) -> CGSize? {
        guard has(name) else { return nil }
        let values = try numbers(name, count: 2, within: 1e15)
        guard values.allSatisfy({ $0 >= 1 && $0 <= most }) else {
            throw problem(
                name, "is \(Self.text(values[0])) × \(Self.text(values[1])): use 1 to \(Self.text(most)) for each side")
        }
        return CGSize(width: values[0], height: values[1])
    }

    mutating func touches(_ name: String) throws(TraceFailure) -> [TraceEvent.Touch] {
        guard let list = list(name), (1...20).contains(list.count) else {
            throw problem(name, "must be a list of 1 to 20 fingers, each [number, \"moved\", x, y]")
        }
        var touches: [TraceEvent.Touch] = []
        for (index, item) in list.enumerated() {
            guard case .array(let parts) = item, parts.count == 4, let finger = Self.double(parts[0]),
                case .string(let name) = parts[1], let phase = TraceEvent.Phase(rawValue: name),
                let x = Self.double(parts[2]), let y = Self.double(parts[3]),
                finger == finger.rounded(), (0...1000).contains(finger), abs(x) <= 1e6, abs(y) <= 1e6
            else {
                throw problem(
                    "\(name)[\(index)]",
                    "must be [finger, phase, x, y], where the phase is began, moved, stationary, ended or cancelled")
            }
            touches.append(TraceEvent.Touch(Int(finger), phase, at: CGPoint(x: x, y: y)))
        }
        return touches
    }

    // MARK: Nested values

    mutating func object(_ name: String) throws(TraceFailure) -> TraceReader? {
        guard let value = remove(name) else { return nil }
        guard case .object(let object) = value else { throw problem(name, "must be an object in braces") }
        return TraceReader(object, at: place.isEmpty ? name : "\(place).\(name)")
    }

    mutating func array<Element>(
        _ name: String, atMost limit: Int, _ read: (inout TraceReader) throws(TraceFailure) -> Element
    ) throws(TraceFailure) -> [Element] {
        guard let value = remove(name) else { throw problem(name, "is missing") }
        guard case .array(let list) = value else { throw problem(name, "must be a list") }
        guard list.count <= limit else { throw problem(name, "has \(list.count) items: the limit is \(limit)") }
        var elements: [Element] = []
        elements.reserveCapacity(list.count)
        for (index, item) in list.enumerated() {
            let here = "\(place.isEmpty ? name : "\(place).\(name)")[\(index)]"
            guard case .object(let object) = item else {
                throw .member(path: "", member: here, problem: "must be an object in braces")
            }
            var reader = TraceReader(object, at: here)
            elements.append(try read(&reader))
        }
        return elements
    }
}
