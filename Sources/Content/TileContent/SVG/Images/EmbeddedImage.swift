import Foundation
import TileEngine
import TileGraphics
import TileSupport

/// An image inside a drawing: its file, and its pixels while there is memory for them. It is decoded when it is first
/// drawn, and again after its pixels were evicted.
///
/// A JPEG has three separately decoded parts: the levels at a quarter of its size and below, which take a third of the
/// time and a sixteenth of the memory; half size; and full size. A level is always decoded the same way, so its pixels
/// never change.
final class EmbeddedImage: BitmapLevels {
    let file: Data?
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    private let memory: MemoryBudget?
    /// The levels of `Part.coarse` from the drawing's archive file, which is memory-mapped; nil if it has none.
    private let mapped: SmallLevels?
    private let state = Lock(State())
    /// Held during decoding, so that other threads wait for the result instead of decoding the same levels.
    private let decoding = Lock(false)

    private struct State {
        /// The decoded levels, indexed by `Part`.
        var kept: [Kept?] = [nil, nil, nil]
        var isBroken = false
        var nextNumber = 0
    }

    /// Levels that are decoded and evicted together.
    enum Part: Int, CaseIterable {
        case full
        case half
        /// A quarter of the size and below.
        case coarse

        /// The first level of the part.
        var first: Int { rawValue }

        init(level: Int) { self = Part(rawValue: level) ?? .coarse }
    }

    private struct Kept {
        var bitmaps: [Bitmap]
        var number: Int
        var holding: MemoryBudget.Holding?
    }

    /// Creates an image from a file; nil if it is not a supported PNG, JPEG, WebP or GIF.
    ///
    /// - Parameter small: The archived coarse levels, if any.
    init?(_ file: Data, memory: MemoryBudget?, small: ArchivedLevels? = nil) {
        guard let size = CGImage.encodedSize(file) ?? GIFImage.size(file) else { return nil }
        self.file = file
        (width, height) = size
        self.memory = memory
        let levels = small?.levels(width: width, height: height)
        mapped = levels?.first == Part.coarse.first ? levels : nil
    }

    deinit {
        // No other thread has a reference to the image now.
        let holdings = state.withLock { $0.kept.map { $0?.holding } }
        for holding in holdings { holding?.release() }
    }

    var byteCount: Int { (file?.count ?? 0) + 400 }

    func level(_ number: Int) -> Bitmap? {
        let number = min(number, lastLevel)
        if let known = known(number) { return known }
        // Registering a holding may evict others. Their eviction handlers do not take this lock.
        return decoding.withLock { _ in
            if let known = known(number) { return known }
            if state.withLock({ $0.isBroken }) { return nil }
            return isJPEG && number > 0 ? smallJPEG(number) : decoded(number)
        }
    }

    /// The number of the level that is one pixel.
    private var lastLevel: Int { Int.bitWidth - (max(width, height) - 1).leadingZeroBitCount }

    private var isJPEG: Bool { file?.starts(with: [0xFF, 0xD8]) == true }

    /// Decodes a JPEG at the reduced size of the level's part.
    private func smallJPEG(_ number: Int) -> Bitmap? {
        let part = Part(level: number)
        guard let file, let first = CGImage.decoding(jpeg: file, shrunkBy: 1 << part.first) else {
            state.withLock { $0.isBroken = true }
            return nil
        }
        let bitmaps = part == .coarse ? [first] + Self.halves(of: first) : [first]
        keep(bitmaps, part)
        return bitmaps[number - part.first]
    }

    /// Decodes the image at full size.
    private func decoded(_ number: Int) -> Bitmap? {
        guard let file, let full = (CGImage.decoding(file)?.bitmap ?? GIFImage.decoding(file)), full.width == width,
            full.height == height
        else {
            state.withLock { $0.isBroken = true }
            return nil
        }
        keep([full], .full)
        if isJPEG { return full }
        guard number > 0 || state.withLock({ $0.kept[Part.half.rawValue] == nil }) else { return full }
        let bitmaps = [full] + Self.halves(of: full)
        if bitmaps.count > 1 { keep([bitmaps[1]], .half) }
        if bitmaps.count > 2, mapped == nil { keep(Array(bitmaps[2...]), .coarse) }
        return bitmaps[number]
    }

    private static func halves(of bitmap: Bitmap) -> [Bitmap] {
        var halves: [Bitmap] = []
        var last = bitmap
        while last.width > 1 || last.height > 1 {
            let next = Bitmap(width: BoxShrink.half(last.width), height: BoxShrink.half(last.height))
            BoxShrink.shrink(last, into: next)
            halves.append(next)
            last = next
        }
        return halves
    }

    /// Decodes a part of the levels unless it is already decoded.
    func prepare(_ part: Part) {
        // An image that is not a JPEG is decoded as a whole.
        let side = isJPEG ? 1 << part.first : 1
        guard hasRoom(forPixels: (width / side + 1) * (height / side + 1)), isMissing(part) else { return }
        _ = level(part.first)
    }

    /// The queue for decoding ahead. It is serial, so it uses one thread beside the one that reads the drawing.
    static let readingAhead = DispatchQueue(label: "tilework.images", qos: .background)

    /// Decodes the coarse levels on a background thread, unless the image is released before.
    func prepareSoon() { Self.ahead { [weak self] in self?.prepare(.coarse) } }

    /// Runs `body` on the thread that decodes ahead. Its niceness is raised by 5, so that drawing threads go first, but
    /// not further, because a tile may wait for the result.
    static func ahead(_ body: @escaping @Sendable () -> Void) {
        readingAhead.async {
            Niceness.giveWay(by: 5)
            body()
        }
    }

    /// Whether decoding ahead leaves half of the memory budget for requested content.
    private func hasRoom(forPixels count: Int) -> Bool {
        guard let memory else { return true }
        return memory.limit / 2 - memory.bytes >= count * 4 / 3 * 4
    }

    private func isMissing(_ part: Part) -> Bool {
        if part == .coarse, mapped != nil { return false }
        return state.withLock { $0.kept[part.rawValue] == nil && !$0.isBroken }
    }

    var smallLevels: SmallLevels? {
        if let mapped { return mapped }
        return state.withLock { $0.kept[Part.coarse.rawValue] }.map {
            SmallLevels(first: Part.coarse.first, bitmaps: $0.bitmaps)
        }
    }

    private func known(_ number: Int) -> Bitmap? {
        let part = Part(level: number)
        if part == .coarse, let mapped { return mapped.bitmaps[number - part.first] }
        return state.withLock { state in
            guard let kept = state.kept[part.rawValue] else { return nil }
            kept.holding?.touch()
            return kept.bitmaps[number - part.first]
        }
    }

    private func keep(_ bitmaps: [Bitmap], _ part: Part) {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            state.kept[part.rawValue] = Kept(bitmaps: bitmaps, number: state.nextNumber)
            return state.nextNumber
        }
        guard let memory else { return }
        let holding = memory.hold(bitmaps.reduce(0) { $0 + $1.byteCount }, as: .images) { [weak self] in
            self?.drop(number, part)
        }
        state.withLock { state in
            guard state.kept[part.rawValue]?.number == number else { return }
            state.kept[part.rawValue]?.holding = holding
        }
    }

    private func drop(_ number: Int, _ part: Part) {
        let dropped = state.withLock { state -> Kept? in
            guard state.kept[part.rawValue]?.number == number else { return nil }
            defer { state.kept[part.rawValue] = nil }
            return state.kept[part.rawValue]
        }
        // Freed here, outside the lock.
        _ = consume dropped
    }
}
