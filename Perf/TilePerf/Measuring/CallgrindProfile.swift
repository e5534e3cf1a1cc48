public import Foundation

/// A profile from callgrind's output file: the instructions of the parts of a replay, and of each function by itself.
///
/// Format: Valgrind's manual, “Callgrind Format Specification”. A name is assigned a number at its first occurrence,
/// and later only the number is used. A line of numbers is costs; after `calls=` they are the inclusive costs of the
/// call.
public struct CallgrindProfile: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable
        /// The file is incomplete or invalid.
        case format(line: Int, problem: String)
        case noParts

        public var description: String {
            switch self {
            case .unreadable: "callgrind wrote no file"
            case .format(let line, let problem): "callgrind's file, line \(line): \(problem)"
            case .noParts:
                "found none of the functions of phases: the build is too old, or its symbols are stripped"
            }
        }
    }

    /// The instructions of each part, including calls.
    public private(set) var parts: [WorkPart: Int]
    /// The instructions of functions excluding calls, by symbol.
    public private(set) var functions: [String: Int]

    /// The maximum size of a file in bytes. That of a replay has 3 to 10 MB.
    private static let largestFile = 1 << 30

    public init(contentsOf path: String) throws(Failure) {
        guard let data = FileManager.default.contents(atPath: path), data.count < Self.largestFile else {
            throw .unreadable
        }
        try self.init(data)
    }

    /// Parses a profile.
    ///
    /// - Complexity: O(n) for n bytes.
    public init(_ data: Data) throws(Failure) {
        var reader = CallgrindReader()
        do {
            for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                try reader.read(line)
            }
            try reader.finish()
        } catch {
            throw .format(line: reader.number, problem: error.problem)
        }
        guard !reader.parts.isEmpty else { throw .noParts }
        (parts, functions) = (reader.parts, reader.functions)
    }

    /// Returns the functions with the largest growth in their own instructions, the largest first.
    public func growth(since base: CallgrindProfile, atMost count: Int) -> [(symbol: String, more: Int)] {
        functions.map { (symbol: $0.key, more: $0.value - (base.functions[$0.key] ?? 0)) }.filter { $0.more > 0 }
            .sorted { ($1.more, $0.symbol) < ($0.more, $1.symbol) }.prefix(count).map { $0 }
    }
}

/// A parser that reads line by line.
private struct CallgrindReader {
    struct Problem: Error {
        var problem: String
        init(_ problem: String) { self.problem = problem }
    }

    private(set) var number = 0
    private(set) var parts: [WorkPart: Int] = [:]
    private(set) var functions: [String: Int] = [:]

    /// The function names by number.
    private var names: [Int: (text: String, part: WorkPart?)] = [:]
    private var symbols: [(String, WorkPart)] = WorkPart.allCases.map { ($0.symbol, $0) }
    private var function: (text: String, part: WorkPart?)?
    private var callee: WorkPart?
    /// The programs and libraries by number, and those of the current function and of the callee.
    private var objects: [Int: String] = [:]
    private var object = ""
    private var calleeObject: String?
    /// Whether the next line is the cost of a call.
    private var isCall = false
    /// The number of positions before the costs on a line; callgrind may write several.
    private var positions = 1
    private var hasFormat = false
    private var hasTotals = false

    mutating func read(_ line: Data.SubSequence) throws(Problem) {
        number += 1
        guard let first = line.first else { return }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"):
            try readCost(line)
        case UInt8(ascii: "#"):
            return
        default:
            try readWords(line)
        }
    }

    func finish() throws(Problem) {
        if !hasFormat { throw Problem("“events: Ir” is missing, so callgrind did not write it") }
        if !hasTotals { throw Problem("“totals” is missing: the run was cut short") }
    }

    private mutating func readCost(_ line: Data.SubSequence) throws(Problem) {
        guard hasFormat else { throw Problem("numbers before “events: Ir”") }
        // Callgrind omits costs of 0.
        let words = line.split(separator: UInt8(ascii: " "))
        var cost = 0
        if words.count > positions {
            guard let value = Self.number(words[positions]) else { throw Problem("a cost is not a number") }
            cost = value
        }
        guard let function else { throw Problem("a cost without a function") }
        let wasCall = isCall
        isCall = false
        if wasCall {
            // A recursive part has these costs already.
            if let part = function.part, callee != part { try Self.add(cost, to: &parts[part, default: 0]) }
        } else {
            if let part = function.part { try Self.add(cost, to: &parts[part, default: 0]) }
            try Self.add(cost, to: &functions[function.text, default: 0])
        }
    }

    private mutating func readWords(_ line: Data.SubSequence) throws(Problem) {
        // Only few lines matter, and they differ in their prefixes.
        if let name = Self.rest(line, "fn=") {
            function = try self.name(name, of: object)
        } else if let name = Self.rest(line, "cfn=") {
            callee = try self.name(name, of: calleeObject ?? object).part
            calleeObject = nil
        } else if let name = Self.rest(line, "ob=") {
            object = try objectName(name)
        } else if let name = Self.rest(line, "cob=") {
            calleeObject = try objectName(name)
        } else if Self.rest(line, "calls=") != nil {
            isCall = true
        } else if let text = Self.rest(line, "events:") {
            guard text.split(separator: UInt8(ascii: " ")).first.map({ String(decoding: $0, as: UTF8.self) }) == "Ir"
            else { throw Problem("the first event is not Ir, instructions") }
            hasFormat = true
        } else if let text = Self.rest(line, "positions:") {
            positions = text.split(separator: UInt8(ascii: " ")).count
            guard (1...3).contains(positions) else { throw Problem("invalid positions") }
        } else if Self.rest(line, "totals:") != nil {
            hasTotals = true
        }
    }

    private mutating func name(
        _ text: Data.SubSequence, of object: String
    ) throws(Problem) -> (text: String, part: WorkPart?) {
        let (id, rest) = Self.compressed(text)
        if let id, rest.isEmpty {
            guard let known = names[id] else { throw Problem("the function \(id) has no name") }
            return known
        }
        var name = String(decoding: rest, as: UTF8.self)
        // A library without symbols has addresses, which are ambiguous without its name.
        if name.hasPrefix("0x") { name += " in \((object as NSString).lastPathComponent)" }
        let part = name.contains("tileworkDoes") ? symbols.first { name.contains($0.0) }?.1 : nil
        if let id { names[id] = (name, part) }
        return (name, part)
    }

    private mutating func objectName(_ text: Data.SubSequence) throws(Problem) -> String {
        let (id, rest) = Self.compressed(text)
        guard let id else { return String(decoding: rest, as: UTF8.self) }
        if !rest.isEmpty { objects[id] = String(decoding: rest, as: UTF8.self) }
        guard let name = objects[id] else { throw Problem("the object \(id) has no name") }
        return name
    }

    /// Returns the number and the name of `(12) main`, `(12)` or `main`.
    private static func compressed(_ text: Data.SubSequence) -> (id: Int?, rest: Data.SubSequence) {
        guard text.first == UInt8(ascii: "("), let end = text.firstIndex(of: UInt8(ascii: ")")),
            let id = number(text[(text.startIndex + 1)..<end])
        else { return (nil, text) }
        return (id, text[(end + 1)...].drop { $0 == UInt8(ascii: " ") })
    }

    private static func rest(_ line: Data.SubSequence, _ prefix: StaticString) -> Data.SubSequence? {
        let count = prefix.utf8CodeUnitCount
        let start = line.startIndex
        guard line.count >= count else { return nil }
        let isSame = prefix.withUTF8Buffer { bytes in (0..<count).allSatisfy { bytes[$0] == line[start + $0] } }
        return isSame ? line[(start + count)...] : nil
    }

    private static func number(_ digits: Data.SubSequence) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOverToo) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            if isOver || isOverToo { return nil }
            value = sum
        }
        return value
    }

    private static func add(_ cost: Int, to sum: inout Int) throws(Problem) {
        let (new, isOver) = sum.addingReportingOverflow(cost)
        if isOver { throw Problem("costs out of range") }
        sum = new
    }
}
