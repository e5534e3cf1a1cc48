import Glibc

/// The SVG text of a page, which Cairo appends to.
final class PageText {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    private(set) var count = 0
    private let largest: Int

    init(largest: Int) { self.largest = largest }

    deinit { free(memory) }

    var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: memory, count: count) }

    /// Appends bytes. Returns false if the limit is exceeded.
    func append(_ more: UnsafeRawBufferPointer) -> Bool {
        guard more.count <= largest - count else { return false }
        if count + more.count > capacity {
            // The system moves large blocks by remapping, without copying.
            let wanted = max(1 << 16, 2 * capacity, count + more.count)
            guard let larger = realloc(memory, wanted) else { return false }
            (memory, capacity) = (larger, wanted)
        }
        if let start = more.baseAddress { memcpy(memory! + count, start, more.count) }
        count += more.count
        return true
    }

    // MARK: Cairo's extensions of SVG

    /// Replaces Cairo's extensions with standard SVG, and the root tag with another one.
    ///
    /// - Returns: False if the text is not SVG.
    func finish(root tag: String) -> Bool {
        let opening = Array("<svg ".utf8)
        let start = bytes.prefix(1024)
        guard let root = start.indices.first(where: { start[$0...].starts(with: opening) }),
            let end = start[root...].firstIndex(of: UInt8(ascii: ">"))
        else { return false }
        rewriteMasks()
        // Cairo writes the blend modes of SVG 1.2, which was never published. CSS has the same modes.
        let replaced = replacing([
            ("comp-op:", "mix-blend-mode:"), (" comp-op=\"", " style=\"mix-blend-mode:"),
        ])
        guard replaced else { return false }
        return replacePrefix(end + 1, with: tag)
    }

    private func replacePrefix(_ old: Int, with new: String) -> Bool {
        let new = Array(new.utf8)
        if new.count > old, !append(UnsafeRawBufferPointer(start: memory, count: new.count - old)) { return false }
        let rest = (new.count > old ? count - (new.count - old) : count) - old
        guard let memory else { return false }
        memmove(memory + new.count, memory + old, rest)
        new.withUnsafeBytes { _ = memcpy(memory, $0.baseAddress!, new.count) }
        count = new.count + rest
        return true
    }

    /// Returns the offset of a text at or after `start`.
    private func find(_ text: [UInt8], from start: Int) -> Int? {
        guard let first = text.first, let memory else { return nil }
        var place = start
        while place <= count - text.count,
            let found = memchr(memory + place, Int32(first), count - text.count + 1 - place)
        {
            place = UnsafeMutableRawPointer(found) - memory
            if memcmp(memory + place, text, text.count) == 0 { return place }
            place += 1
        }
        return nil
    }

    private func has(_ text: [UInt8], at place: Int) -> Bool {
        place >= 0 && place + text.count <= count && memcmp(memory! + place, text, text.count) == 0
    }

    /// Overwrites a range, padded with spaces.
    private func write(_ text: String, over range: Range<Int>) {
        let text = Array(text.utf8)
        guard text.count <= range.count else { return }
        memset(memory! + range.lowerBound, Int32(UInt8(ascii: " ")), range.count)
        memcpy(memory! + range.lowerBound, text, text.count)
    }

    /// Replaces Cairo's filter-based alpha masks with native ones or, if the alpha is uniform, with the opacity of a
    /// group.
    private func rewriteMasks() {
        let opening = Array("<mask id=\"".utf8)
        let filter = Array("\">\n  <g filter=\"url(#alpha)\">".utf8)
        let black = Array("style=\"fill:rgb(0%,0%,0%);fill-opacity:".utf8)
        let end = Array(";stroke:none;\"/>\n  </g>\n</mask>".utf8)
        var opacities: [String: String] = [:]
        var place = 0
        while let start = find(opening, from: place) {
            place = start + opening.count
            guard let quote = find([UInt8(ascii: "\"")], from: place), quote - place < 32, has(filter, at: quote) else {
                continue
            }
            let name = String(decoding: bytes[place..<quote], as: UTF8.self)
            let content = quote + filter.count
            write("\" mask-type=\"alpha\"><g>", over: quote..<content)
            // A rect that covers everything, and nothing else.
            let rect = Array("\n<rect x=\"0\" y=\"0\" ".utf8)
            guard has(rect, at: content), let style = find(black, from: content), style - content < 120 else {
                continue
            }
            let number = style + black.count
            guard let close = find(end, from: number), close - number < 16 else { continue }
            opacities[name] = String(decoding: bytes[number..<close], as: UTF8.self)
        }
        guard !opacities.isEmpty else { return }
        let use = Array("mask=\"url(#".utf8)
        place = 0
        while let start = find(use, from: place) {
            place = start + use.count
            guard let close = find(Array(")\"".utf8), from: place), close - place < 32,
                let opacity = opacities[String(decoding: bytes[place..<close], as: UTF8.self)]
            else { continue }
            write("opacity=\"\(opacity.prefix(6))\"", over: start..<close + 2)
        }
    }

    /// Replaces texts.
    ///
    /// - Returns: False if there is not enough memory.
    private func replacing(_ pairs: [(String, String)]) -> Bool {
        for (old, new) in pairs {
            let (old, new) = (Array(old.utf8), Array(new.utf8))
            guard var next = find(old, from: 0) else { continue }
            let copy = PageText(largest: largest)
            var place = 0
            func copyBytes(_ range: Range<Int>) -> Bool { copy.append(UnsafeRawBufferPointer(rebasing: bytes[range])) }
            while true {
                guard copyBytes(place..<next), new.withUnsafeBytes(copy.append) else { return false }
                place = next + old.count
                guard let after = find(old, from: place) else { break }
                next = after
            }
            guard copyBytes(place..<count) else { return false }
            swap(&memory, &copy.memory)
            swap(&capacity, &copy.capacity)
            swap(&count, &copy.count)
        }
        return true
    }
}
