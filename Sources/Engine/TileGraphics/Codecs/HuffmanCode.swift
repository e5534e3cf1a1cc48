/// A canonical prefix code, as DEFLATE defines it (RFC 1951, 3.2.2), for the frequencies of its symbols.
///
/// Lengths come from the in-place algorithm of Moffat and Katajainen (1995) on the sorted frequencies, which is
/// optimal. Codes longer than the limit are cut to it, and others lengthened until Kraft's inequality holds again. That
/// is not always optimal within the limit, but tiles seldom reach it.
struct HuffmanCode: ~Copyable {
    let symbolCount: Int
    let lengthLimit: Int
    /// The frequency of each symbol; set by the owner before `build`.
    let frequencies: UnsafeMutablePointer<UInt32>
    /// The number of bits in each symbol's code; 0 for symbols that do not occur.
    let lengths: UnsafeMutablePointer<UInt8>
    /// The code of each symbol in the low 16 bits, first bit lowest, and its length above them.
    let codes: UnsafeMutablePointer<UInt32>
    // The used symbols with their frequencies above them; then working memory of `build`.
    private let keys: UnsafeMutablePointer<UInt64>
    private let weights: UnsafeMutablePointer<UInt64>

    /// - Parameter lengthLimit: At most 15, and large enough for `symbolCount` codes.
    init(symbolCount: Int, lengthLimit: Int) {
        precondition(
            lengthLimit <= Self.longest && symbolCount <= 1 << lengthLimit && symbolCount <= 512,
            "\(symbolCount) symbols do not fit codes of \(lengthLimit) bits")
        self.symbolCount = symbolCount
        self.lengthLimit = lengthLimit
        frequencies = .allocate(capacity: symbolCount)
        frequencies.initialize(repeating: 0, count: symbolCount)
        lengths = .allocate(capacity: symbolCount)
        lengths.initialize(repeating: 0, count: symbolCount)
        codes = .allocate(capacity: symbolCount)
        codes.initialize(repeating: 0, count: symbolCount)
        keys = .allocate(capacity: symbolCount)
        weights = .allocate(capacity: symbolCount)
    }

    deinit {
        frequencies.deallocate()
        lengths.deallocate()
        codes.deallocate()
        keys.deallocate()
        weights.deallocate()
    }

    /// The longest code in DEFLATE.
    static let longest = 15

    /// Counts a symbol. A method, because under the thread sanitizer the compiler (6.3.1) crashes on
    /// `frequencies[symbol] += 1` from outside, through the property of a noncopyable struct.
    func count(_ symbol: Int) { frequencies[symbol] += 1 }

    func clear() { frequencies.update(repeating: 0, count: symbolCount) }

    /// Computes lengths and codes from the frequencies. A single symbol gets one bit.
    ///
    /// - Complexity: O(n log n) in the number of used symbols.
    func build() {
        lengths.update(repeating: 0, count: symbolCount)
        var used = 0
        for symbol in 0..<symbolCount where frequencies[symbol] != 0 {
            keys[used] = UInt64(frequencies[symbol]) << 9 | UInt64(symbol)
            used += 1
        }
        if used == 1 {
            lengths[Int(keys[0] & 511)] = 1
        } else if used > 1 {
            sortKeys(used)
            assignLengths(used)
        }
        assignCodes()
    }

    /// The total bits of all symbols, without extra bits.
    var encodedBitCount: Int {
        var bits = 0
        for symbol in 0..<symbolCount { bits += Int(frequencies[symbol]) * Int(lengths[symbol]) }
        return bits
    }

    /// The gaps of Shell sort that Ciura (2001) found best.
    private static let gaps: InlineArray<6, Int> = [132, 57, 23, 10, 4, 1]

    /// Sorts the keys with Shell sort: in place, and a few µs for 286 keys.
    private func sortKeys(_ count: Int) {
        for gapIndex in Self.gaps.indices {
            let gap = Self.gaps[gapIndex]
            if gap >= count { continue }
            for start in gap..<count {
                let key = keys[start]
                var index = start
                while index >= gap, keys[index - gap] > key {
                    keys[index] = keys[index - gap]
                    index -= gap
                }
                keys[index] = key
            }
        }
    }

    private func assignLengths(_ count: Int) {
        for index in 0..<count { weights[index] = keys[index] >> 9 }
        // Phase 1: combine the two lightest repeatedly; a node's weight becomes the number of its parent.
        var leaf = 0
        var root = 0
        for next in 0..<(count - 1) {
            var weight: UInt64 = 0
            for _ in 0..<2 {
                if leaf >= count || (root < next && weights[root] < weights[leaf]) {
                    weight += weights[root]
                    weights[root] = UInt64(next)
                    root += 1
                } else {
                    weight += weights[leaf]
                    leaf += 1
                }
            }
            weights[next] = weight
        }
        // Phase 2: depths of the inner nodes, from the root down.
        weights[count - 2] = 0
        for node in stride(from: count - 3, through: 0, by: -1) { weights[node] = weights[Int(weights[node])] + 1 }
        // Phase 3: the number of leaves at each depth, with the limit applied.
        var leavesOfLength = InlineArray<16, Int>(repeating: 0)
        var available = 1
        var depth = 0
        var inner = count - 2
        var left = count
        while left > 0 {
            var innerHere = 0
            while inner >= 0, weights[inner] == UInt64(depth) {
                innerHere += 1
                inner -= 1
            }
            let leaves = available - innerHere
            leavesOfLength[min(depth, lengthLimit)] += leaves
            left -= leaves
            available = 2 * innerHere
            depth += 1
        }
        repair(&leavesOfLength)
        // The rarest symbols come first and get the longest codes.
        var index = 0
        for length in stride(from: lengthLimit, to: 0, by: -1) {
            for _ in 0..<leavesOfLength[length] {
                lengths[Int(keys[index] & 511)] = UInt8(length)
                index += 1
            }
        }
    }

    /// Restores a valid code after lengths were cut to the limit.
    private func repair(_ leavesOfLength: inout InlineArray<16, Int>) {
        var taken = 0
        for length in 1...lengthLimit { taken += leavesOfLength[length] << (lengthLimit - length) }
        // Each step removes a leaf at the limit and attaches it beside a shorter one, which becomes one bit longer:
        // this frees one unit.
        while taken > 1 << lengthLimit {
            var length = lengthLimit - 1
            while leavesOfLength[length] == 0 { length -= 1 }
            leavesOfLength[length] -= 1
            leavesOfLength[length + 1] += 2
            leavesOfLength[lengthLimit] -= 1
            taken -= 1
        }
    }

    private func assignCodes() {
        var countOfLength = InlineArray<16, UInt32>(repeating: 0)
        for symbol in 0..<symbolCount { countOfLength[Int(lengths[symbol])] += 1 }
        var nextOfLength = InlineArray<16, UInt32>(repeating: 0)
        var code: UInt32 = 0
        countOfLength[0] = 0
        for length in 1...Self.longest {
            code = (code + countOfLength[length - 1]) << 1
            nextOfLength[length] = code
        }
        for symbol in 0..<symbolCount {
            let length = Int(lengths[symbol])
            if length == 0 {
                codes[symbol] = 0
                continue
            }
            codes[symbol] = Self.reversed(nextOfLength[length], count: length) | UInt32(length) << 16
            nextOfLength[length] += 1
        }
    }

    private static func reversed(_ code: UInt32, count: Int) -> UInt32 {
        var bits = code
        bits = (bits >> 1 & 0x5555) | (bits & 0x5555) << 1
        bits = (bits >> 2 & 0x3333) | (bits & 0x3333) << 2
        bits = (bits >> 4 & 0x0F0F) | (bits & 0x0F0F) << 4
        bits = (bits >> 8 & 0x00FF) | (bits & 0x00FF) << 8
        return bits >> UInt32(16 - count)
    }
}
