import TileContent
import TileFormats
import TileSupport

/// The bytes of a remote file that have been fetched, within a number of bytes: exact ranges for the tiles of an image,
/// and blocks for directories and tables, which readers read a few bytes at a time.
///
/// A reader that needs bytes that are not here blocks until they are fetched. After a failure, readers fail for a
/// moment without another request, so that they do not wait for the same server one after the other.
final class FetchedParts: FetchedFile {
    fileprivate struct Part: Sendable {
        var offset: Int
        var bytes: [UInt8]
        var use: UInt64
    }

    fileprivate struct State: Sendable {
        /// The exact ranges, by offset.
        var parts: [Part] = []
        var blocks: [Int: Part] = [:]
        var partBytes = 0
        var use: UInt64 = 0
        var failure: (reason: RemoteFailure, until: UInt64)?
        var failureCount = 0
    }

    let file: RemoteFile
    let byteCount: Int
    private let now: @Sendable () -> UInt64
    private let state = Lock(State())

    private static let block = 64 << 10
    /// The most blocks: 16 MB, the tables of two million tiles.
    private static let mostBlocks = 256
    /// The most bytes of exact ranges.
    private static let mostParts = 32 << 20
    /// The longest read whose bytes are kept in blocks.
    private static let longestKept = 4 << 20
    /// The most ranges that are requested one by one, so that tiles that need the same one share it. An image of tiny
    /// tiles has thousands for a tile that is shown.
    private static let mostRanges = 64
    /// The largest gap between ranges that are joined, and the longest result, in bytes.
    private static let widestGap = 16 << 10
    private static let longestJoined = 1 << 20
    /// The nanoseconds for which reading fails after a failure.
    private static let failureMemory: UInt64 = 10_000_000_000

    /// The approximate memory that it takes, in bytes.
    static let usualMemory = 8 << 20

    init(_ file: RemoteFile, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) {
        self.file = file
        self.now = now
        byteCount = Int(clamping: file.byteCount)
    }

    /// The number of failures so far, and the last one. A picture that was drawn while it grows may lack parts.
    var failures: (count: Int, last: RemoteFailure?) { state.withLock { ($0.failureCount, $0.failure?.reason) } }

    var failureCount: Int { state.withLock { $0.failureCount } }

    // MARK: Reading

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        if copyPart(into: target, at: offset) { return true }
        let first = file.firstBytes
        if offset + target.count <= first.count {
            first.withUnsafeBytes { target.copyMemory(from: .init(rebasing: $0[offset..<offset + target.count])) }
            return true
        }
        guard target.count <= Self.longestKept else {
            guard let bytes = fetch(offset..<offset + target.count) else { return false }
            target.copyBytes(from: bytes)
            return true
        }
        let blocks = offset / Self.block...(offset + target.count - 1) / Self.block
        if let missing = missingBlocks(blocks) {
            let range = missing.lowerBound * Self.block..<min(byteCount, (missing.upperBound + 1) * Self.block)
            guard let bytes = fetch(range) else { return false }
            keep(bytes, from: missing.lowerBound)
            // Blocks may be dropped again at once, so that what was just fetched is copied from there.
            return copy(blocks, into: target, at: offset) { number in
                missing.contains(number)
                    ? bytes[((number - missing.lowerBound) * Self.block)...].prefix(Self.block) : nil
            }
        }
        return copy(blocks, into: target, at: offset) { _ in nil }
    }

    /// Copies bytes from an exact range that contains them.
    private func copyPart(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        state.withLock { state in
            guard let index = state.part(containing: offset..<offset + target.count) else { return false }
            let part = state.parts[index]
            state.use += 1
            state.parts[index].use = state.use
            part.bytes.withUnsafeBytes {
                let start = offset - part.offset
                target.copyMemory(from: .init(rebasing: $0[start..<start + target.count]))
            }
            return true
        }
    }

    /// Returns the range of blocks that have to be fetched; nil for none.
    private func missingBlocks(_ blocks: ClosedRange<Int>) -> ClosedRange<Int>? {
        state.withLock { state in
            let missing = blocks.filter { state.blocks[$0] == nil }
            guard let first = missing.first, let last = missing.last else { return nil }
            return first...last
        }
    }

    /// Copies bytes from blocks. Returns false if one has been dropped.
    private func copy(
        _ blocks: ClosedRange<Int>, into target: UnsafeMutableRawBufferPointer, at offset: Int,
        fresh: (Int) -> ArraySlice<UInt8>?
    ) -> Bool {
        for number in blocks {
            let known =
                fresh(number)
                ?? state.withLock { state -> ArraySlice<UInt8>? in
                    state.use += 1
                    state.blocks[number]?.use = state.use
                    return state.blocks[number]?.bytes[...]
                }
            let start = number * Self.block
            let from = max(offset, start)
            let end = min(offset + target.count, start + Self.block)
            guard let bytes = known ?? fetch(start..<min(byteCount, start + Self.block))?[...],
                end - start <= bytes.count
            else { return false }
            let part = bytes[(bytes.startIndex + from - start)..<(bytes.startIndex + end - start)]
            UnsafeMutableRawBufferPointer(rebasing: target[(from - offset)..<(end - offset)]).copyBytes(from: part)
        }
        return true
    }

    private func keep(_ bytes: [UInt8], from first: Int) {
        state.withLock { state in
            for start in stride(from: 0, to: bytes.count, by: Self.block) {
                state.use += 1
                let part = Array(bytes[start..<min(bytes.count, start + Self.block)])
                state.blocks[first + start / Self.block] = Part(offset: 0, bytes: part, use: state.use)
            }
            while state.blocks.count > Self.mostBlocks,
                let oldest = state.blocks.min(by: { $0.value.use < $1.value.use })
            {
                state.blocks[oldest.key] = nil
            }
        }
    }

    /// Fetches bytes for a reader that waits for them. Returns nil if they can't be fetched.
    private func fetch(_ range: Range<Int>) -> [UInt8]? {
        let isFailing = state.withLock { state in
            guard let failure = state.failure, now() < failure.until else { return false }
            state.failureCount += 1
            return true
        }
        if isFailing { return nil }
        let file = file
        do throws(RemoteFailure) {
            return try Blocking.wait { await file.bytes(of: range) }.get()
        } catch {
            note(error)
            return nil
        }
    }

    private func note(_ failure: RemoteFailure) {
        state.withLock { state in
            state.failure = (failure, now() + Self.failureMemory)
            state.failureCount += 1
        }
    }

    // MARK: Loading

    /// Fetches ranges that a reader will need, those that are near each other in one request.
    func load(_ ranges: [Range<Int>]) async {
        let wanted = state.withLock { state in
            (ranges.count > Self.mostRanges ? Self.joined(ranges) : ranges).filter { range in
                range.count <= Self.mostParts && range.upperBound <= byteCount && state.part(containing: range) == nil
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for range in wanted {
                group.addTask {
                    switch await self.file.bytes(of: range) {
                    case .success(let bytes): self.put(bytes, at: range.lowerBound)
                    case .failure(.cancelled): break
                    case .failure(let failure): self.note(failure)
                    }
                }
            }
        }
    }

    /// Returns ranges that cover others, those with small gaps in one, up to a megabyte.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound - last.upperBound <= widestGap,
                range.upperBound - last.lowerBound <= longestJoined
            {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    private func put(_ bytes: [UInt8], at offset: Int) {
        state.withLock { state in
            guard state.part(containing: offset..<offset + bytes.count) == nil else { return }
            state.use += 1
            state.parts.insert(
                Part(offset: offset, bytes: bytes, use: state.use), at: state.firstPart(after: offset))
            state.partBytes += bytes.count
            while state.partBytes > Self.mostParts,
                let oldest = state.parts.indices.min(by: { state.parts[$0].use < state.parts[$1].use })
            {
                state.partBytes -= state.parts.remove(at: oldest).bytes.count
            }
        }
    }
}

extension FetchedParts.State {
    /// Returns the index of the first exact range that begins after an offset.
    fileprivate func firstPart(after offset: Int) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of an exact range that contains bytes; nil if none does.
    fileprivate func part(containing range: Range<Int>) -> Int? {
        let next = firstPart(after: range.lowerBound)
        // Ranges may overlap, but hardly ever do.
        return (max(0, next - 4)..<next).last { range.upperBound <= parts[$0].offset + parts[$0].bytes.count }
    }
}

extension RemoteFile {
    /// Fetches bytes, which it does not keep.
    func bytes(of range: Range<Int>) async -> Result<[UInt8], RemoteFailure> {
        let section = PMTiles.Section(offset: UInt64(range.lowerBound), length: UInt64(range.count))
        let result = await fetched(section)
        forget(section)
        return result
    }
}
