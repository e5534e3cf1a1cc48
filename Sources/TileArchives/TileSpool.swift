import Foundation
import TileSupport

/// The tiles of an archive of one file while it is made: in the order that they come, in a file that goes with the
/// staging folder, each different one once; and which tile is which of them.
///
/// Safe from any thread: bytes are written with no lock held. A tile takes 16 bytes of memory, and a different one some
/// 50.
final class TileSpool: Sendable {
    /// Where a tile's bytes are in the spool's file.
    struct Content {
        var offset: UInt64
        var length: UInt32
    }

    /// A tile by its number in the archive.
    struct Tile {
        var number: UInt64
        /// Of its content.
        var content: UInt32
    }

    private struct State {
        var tiles: [Tile] = []
        var contents: [Content] = []
        var byHash: [SipHash.Value: UInt32] = [:]
        var bySolid: [SolidTile: UInt32] = [:]
        var end: UInt64 = 0
    }

    private let file: OpenSpoolFile
    private let state = Lock(State())
    /// Not known to anybody, so that nobody makes two tiles that it takes for one.
    private let key = SipHash.Value.random

    /// - Parameter path: of the file, which must not exist.
    init(_ path: String) throws(SystemError) { file = try OpenSpoolFile(path) }

    /// Takes a tile in. Those that are the same `solid` have the same bytes.
    ///
    /// - Throws: `SystemError` when it can't be written.
    func add(_ bytes: [UInt8], number: UInt64, solid: SolidTile?) throws(SystemError) {
        guard let place = claim(bytes, number: number, solid: solid) else { return }
        try file.write(bytes, at: place)
    }

    /// Notes a tile; where to write its bytes, unless equal ones are there or about to be.
    private func claim(_ bytes: [UInt8], number: UInt64, solid: SolidTile?) -> UInt64? {
        if let solid {
            let isKnown = state.withLock { state in
                guard let content = state.bySolid[solid] else { return false }
                state.tiles.append(Tile(number: number, content: content))
                return true
            }
            if isKnown { return nil }
        }
        var hash = SipHash(key: key)
        bytes.withUnsafeBytes { hash.add($0) }
        let value = hash.finish()
        return state.withLock { state in
            if let content = state.byHash[value] {
                state.tiles.append(Tile(number: number, content: content))
                if let solid { state.bySolid[solid] = content }
                return nil
            }
            let content = UInt32(state.contents.count)
            let place = state.end
            state.contents.append(Content(offset: place, length: UInt32(bytes.count)))
            state.end += UInt64(bytes.count)
            state.byHash[value] = content
            if let solid { state.bySolid[solid] = content }
            state.tiles.append(Tile(number: number, content: content))
            return place
        }
    }

    /// All tiles by their numbers, and all contents. To be called when no more come.
    func sorted() -> (tiles: [Tile], contents: [Content]) {
        state.withLock { state in
            state.byHash = [:]
            state.tiles.sort { $0.number < $1.number }
            return (state.tiles, state.contents)
        }
    }

    /// Reads a part of the spool's file.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) {
        try file.read(buffer, at: offset)
    }
}

/// A file of its own, read and written at any place by any thread.
final class OpenSpoolFile: Sendable {
    private let descriptor: Int32

    /// Makes the file.
    init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(SystemError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in try write(bytes, at: offset) }
        }
        try result.get()
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let written = pwrite(
                descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw SystemError(code: written < 0 ? errno : ENOSPC) }
            done += written
        }
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) {
        var done = 0
        while done < buffer.count {
            let got = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset) + off_t(done))
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw SystemError(code: got < 0 ? errno : EIO) }
            done += got
        }
    }
}
