import CVips
import TileEngine
import TileGraphics
import TileSupport

/// A level of an image that its file can be asked for: the full size of a tiled TIFF, or an overview that the file
/// brings.
///
/// libvips keeps two rows of the file's tiles decoded for as long as the page is open. So it is opened when it is read,
/// and stays open until others need its memory.
final class DirectLevel: Sendable {
    let level: Int
    /// In pixels; a writer may have rounded the halves down.
    let width: Int
    /// In pixels; a writer may have rounded the halves down.
    let height: Int
    let samples: SampleConversion.Samples

    private struct Open: Sendable {
        var picture: PixelPicture
        var holding: MemoryBudget.Holding
        var number: UInt64
    }

    private struct State {
        var open: Open?
        var nextNumber: UInt64 = 0
    }

    private let header: ImageHeader
    private let page: VipsPicture.Page
    private let memory: MemoryBudget
    /// What it takes to be open and read everywhere, in bytes, about.
    let byteCount: Int
    private let state = Lock(State())

    /// - Parameters:
    ///   - level: Which level it is.
    ///   - picture: The page, open, which gives its size.
    init(_ header: ImageHeader, _ page: VipsPicture.Page, level: Int, _ picture: PixelPicture, memory: MemoryBudget) {
        self.header = header
        self.page = page
        self.level = level
        self.memory = memory
        width = picture.width
        height = picture.height
        samples = picture.conversion.samples
        // Where the tags can't be read, libvips has read them: tiles of 512 pixels, larger than most.
        let tiles = TIFFTiles(header.path, page: page) ?? TIFFTiles(width: 512, height: 512)
        let pixel = header.bands * header.bitsPerSample / 8
        let (rowBytes, overflows) = (tiles.height * pixel).multipliedReportingOverflow(
            by: (1 + picture.width / tiles.width) * tiles.width)
        byteCount = overflows || rowBytes > 1 << 40 ? 1 << 40 : max(2 * rowBytes, OpenFile.byteCount)
    }

    /// The page of the file, upright in sRGB.
    ///
    /// - Throws: `ContentFailure` or `VipsLibrary.Failure`.
    static func open(_ header: ImageHeader, _ page: VipsPicture.Page) throws -> PixelPicture {
        try header.toPixels(VipsPicture.open(header.path, kind: .tiff, access: VIPS_ACCESS_RANDOM, page: page))
    }

    /// Calls `body` with the page, open.
    func withPicture<Result>(
        _ body: (PixelPicture) throws(ContentFailure) -> Result
    ) throws(ContentFailure) -> Result {
        let open = try pinned()
        defer { open.holding.unpin() }
        return try body(open.picture)
    }

    private func pinned() throws(ContentFailure) -> Open {
        let known = state.withLock { state -> Open? in
            guard let open = state.open, open.holding.pin() else { return nil }
            return open
        }
        if let known { return known }
        return try reopened()
    }

    private func reopened() throws(ContentFailure) -> Open {
        let picture: PixelPicture
        do {
            picture = try Self.open(header, page)
        } catch let failure as ContentFailure {
            throw failure
        } catch {
            throw .malformed(path: header.path, reason: (error as? VipsLibrary.Failure)?.reason ?? "\(error)")
        }
        guard picture.width == width, picture.height == height, picture.conversion.samples == samples else {
            throw .malformed(path: header.path, reason: "it changed while it was read")
        }
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        let holding = memory.hold(byteCount, isPinned: true) { [weak self] in self?.drop(number) }
        let open = Open(picture: picture, holding: holding, number: number)
        // Of two that open it at once, the later one's stays; the other's goes when it has been read.
        let old = state.withLock { state in
            defer { state.open = open }
            return state.open
        }
        _ = consume old
        return open
    }

    private func drop(_ number: UInt64) {
        let dropped = state.withLock { state -> Open? in
            guard state.open?.number == number else { return nil }
            defer { state.open = nil }
            return state.open
        }
        // Closed here, outside the lock.
        _ = consume dropped
    }
}
