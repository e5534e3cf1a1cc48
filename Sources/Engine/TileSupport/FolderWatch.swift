import Foundation

/// A watch that reports changes in folders: files that were written completely, moved or removed. It uses Linux'
/// inotify, which reports only changes by this machine, not those by another machine on a shared disk.
///
/// It reads events on its own thread until it is released.
package final class FolderWatch: Sendable {
    /// A change in a folder.
    package struct Event: Hashable, Sendable {
        /// The folder's path as passed to `add(_:)`.
        package var folder: String
        /// The name of the entry in the folder; empty for the folder itself.
        package var name: String
        package var kind: Kind

        package enum Kind: Hashable, Sendable {
            /// The file is being written and is still open.
            case beingWritten
            /// The file was created, and may yet be written.
            case made
            /// The file was written and closed, moved in, removed, or moved out.
            case changed
            /// Events were lost, so any of the folders may have changed.
            case lost
        }

        package init(folder: String, name: String, kind: Kind) {
            (self.folder, self.name, self.kind) = (folder, name, kind)
        }
    }

    private let descriptor: Int32
    /// The pipe that ends the reading thread when its writing end is closed.
    private let end: (reading: Int32, writing: Int32)
    private let folders = FolderNumbers()

    private static let events =
        UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// - Parameter onEvents: Called on the watch's thread with the events that were read together.
    /// - Throws: An error if the system allows no more watches.
    package init(_ onEvents: @escaping @Sendable ([Event]) -> Void) throws(SystemError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            let code = errno
            close(descriptor)
            throw SystemError(code: code)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        end = (ends[0], ends[1])
        let reader = Reader(descriptor: descriptor, end: ends[0], folders: folders, onEvents: onEvents)
        let thread = Thread { reader.run() }
        thread.name = "FolderWatch"
        thread.start()
    }

    // Only the writing end is closed here. The thread closes the other descriptors when it notices, because it may read
    // from them until then.
    deinit { close(end.writing) }

    /// Watches a folder from now on, but not its subfolders. Has no effect for a folder that is watched already.
    ///
    /// - Throws: `ENOSPC` if there are as many watches as the system allows (`fs.inotify.max_user_watches`), or the
    ///   error that prevents reading the folder.
    package func add(_ folder: String) throws(SystemError) {
        try folders.names.withLock { folders throws(SystemError) in
            let number = inotify_add_watch(descriptor, folder, Self.events)
            guard number >= 0 else { throw SystemError(code: errno) }
            if folders[number] == nil { folders[number] = folder }
        }
    }
}

/// The state of the reading thread. It does not reference the watch, so that releasing the watch ends the thread.
private struct Reader: Sendable {
    let descriptor: Int32
    let end: Int32
    let folders: FolderNumbers
    let onEvents: @Sendable ([FolderWatch.Event]) -> Void

    private static let bufferSize = 64 << 10

    func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 8)
        defer {
            buffer.deallocate()
            close(descriptor)
            close(end)
        }
        while true {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: end, events: 0, revents: 0),
            ]
            guard poll(&polled, 2, -1) > 0 else {
                if errno == EINTR { continue }
                return
            }
            if polled[1].revents != 0 { return }
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return }
            let events = events(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            if !events.isEmpty { onEvents(events) }
        }
    }

    private func events(_ bytes: UnsafeRawBufferPointer) -> [FolderWatch.Event] {
        var events: [FolderWatch.Event] = []
        var offset = 0
        let headSize = MemoryLayout<inotify_event>.size
        while offset + headSize <= bytes.count {
            let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = bytes[(offset + headSize)..<min(bytes.count, offset + headSize + Int(head.len))]
            offset += headSize + Int(head.len)
            if head.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                events.append(FolderWatch.Event(folder: "", name: "", kind: .lost))
                continue
            }
            let isOver = head.mask & UInt32(IN_IGNORED) != 0
            guard
                let folder = folders.names.withLock({ isOver ? $0.removeValue(forKey: head.wd) : $0[head.wd] }), !isOver
            else { continue }
            let event = FolderWatch.Event(
                folder: folder, name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self),
                kind: head.mask & UInt32(IN_MODIFY) != 0
                    ? .beingWritten : head.mask & UInt32(IN_CREATE) != 0 ? .made : .changed)
            if events.last != event { events.append(event) }
        }
        return events
    }
}

/// The folders by the system's numbers of their watches.
private final class FolderNumbers: Sendable {
    let names = Lock<[Int32: String]>([:])
}
