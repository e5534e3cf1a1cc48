import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import WorkerProcesses

/// A call of a tree in another process.
enum TreeCall: Codable, Sendable {
    case raster(TreeArea)
    case touch([ContentTouch])
    case type([ContentTyping], number: Int)
    case listenToTyping
    case elements(limit: Int)
    case perform(AccessibleAction, number: Int)
    case listenToNotices
    case resize(CGSize)
    case savedState
    case restore(Data)
    /// Lets time pass, with at most this number of frames per second.
    case move(Double)
    case stand
    case pass(Double)
    case isMoving
}

/// The parameters of a raster call.
struct TreeArea: Codable, Sendable {
    var scale: Double
    var x, y, width, height: Int
    /// The reduction of a draft; nil for full quality.
    var draft: Int?
    /// The seconds for parts that other processes draw (`RasterContext.externalPatience`); nil to wait for all.
    var seconds: Double?

    init(_ area: RasterArea, _ context: RasterContext) {
        (scale, x, y, width, height) = (area.scale, area.x, area.y, area.width, area.height)
        draft = context.quality == .draft ? context.draftReduction : nil
        seconds = context.externalPatience
    }

    /// The seconds of processor time that drawing may take.
    var limit: Double {
        let seconds = seconds ?? Self.usualLimit
        return seconds > 0 ? min(seconds, Self.longestLimit) : 0
    }

    /// The seconds that a tile usually gets (`EnginePolicy.tileDeadline`).
    private static let usualLimit = 10.0
    private static let longestLimit = 1e6

    /// The area; nil if it is not valid.
    var area: RasterArea? {
        let side = 1...(1 << 16)
        guard scale.isFinite, scale > 0, side.contains(width), side.contains(height) else { return nil }
        return RasterArea(scale: scale, x: x, y: y, width: width, height: height)
    }
}

/// The properties of a tree that don't change.
struct TreeFacts: Codable, Hashable, Sendable {
    var contentSize: CGSize
    var screenSize: CGSize
    var followsViewer: Bool
}

/// A message of a tree that answers no call.
enum TreeNews: Codable, Sendable {
    /// The tree exists. The first message.
    case opened(TreeFacts)
    /// Boxes look different, each as its edges.
    case changed([Double])
    case typing(ContentTypingState)
    case notice(AccessibilityNotice)
}

/// The kinds of frames of bytes on a socket between a server and the process of a tree.
enum TreeFrame: UInt64 {
    case call = 1
    /// The result of a call.
    case reply
    /// The reason why a call failed, as a sentence.
    case failure
    case news
}

/// One end of a socket between a server and the process of a tree. Frames have a header of three words: kind, number
/// of the call, and count of the bytes that follow.
final class TreeSocket: Sendable {
    private let descriptor: Int32
    private let writing = Lock(())

    /// The largest number of bytes in a frame: pixels of an area with sides of 2¹³.
    private static let most: UInt64 = 1 << 28

    /// - Parameter descriptor: A stream socket that the caller keeps open for as long as the instance is used.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Sends a frame.
    ///
    /// - Parameter seconds: The time after which sending fails because the other end does not read; nil to wait until
    ///   it does. A failure may leave a part of the frame sent, and no other can follow.
    func send(
        _ kind: TreeFrame, number: UInt64 = 0, _ bytes: [UInt8], within seconds: Double? = nil
    ) throws(MessageSocket.Failure) {
        let deadline = seconds.map { MonotonicClock.nanoseconds + UInt64($0 * 1e9) }
        let socket = MessageSocket(descriptor, deadline: deadline)
        try writing.withLock { _ throws(MessageSocket.Failure) in
            try socket.write(words: [kind.rawValue, number, UInt64(bytes.count)])
            try socket.write(bytes: bytes)
        }
    }

    /// Waits for the next frame.
    ///
    /// - Parameter deadline: The latest time in nanoseconds of the monotonic clock; nil to wait indefinitely.
    /// - Returns: nil if the other end sent an invalid frame.
    func receive(
        until deadline: UInt64? = nil
    ) throws(MessageSocket.Failure) -> (kind: TreeFrame, number: UInt64, bytes: [UInt8])? {
        let socket = MessageSocket(descriptor, deadline: deadline)
        let header = try socket.readWords(3)
        guard let kind = TreeFrame(rawValue: header[0]), header[2] <= Self.most else { return nil }
        return (kind, header[1], try socket.readBytes(Int(header[2])))
    }

    /// Tells the other end that nothing more is sent.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }
}

extension TreeFrame {
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        // Places of views may be infinite or not a number, which JSON does not have.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }

    static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(type, from: Data(bytes))
    }
}

/// Pixels in a frame: width, height, marks of missing parts, and either one color or all rows, in numbers of 32 bits.
enum TreePixels {
    /// The missing parts by the bits that mark them.
    private static let marks: [(bit: UInt32, part: MissingPart)] = [(1, .forNow), (2, .tooComplex), (4, .damaged)]
    private static let headSize = 12

    static func bytes(_ image: TileImage, missing: Set<MissingPart>) -> [UInt8] {
        let marks = marks.reduce(0) { missing.contains($1.part) ? $0 | $1.bit : $0 }
        let head = [UInt32(image.width), UInt32(image.height), marks]
        switch image {
        case .solid(let color, _, _): return (head + [color.argb]).withUnsafeBytes { Array($0) }
        case .bitmap(let bitmap):
            var bytes = head.withUnsafeBytes { Array($0) }
            bytes.reserveCapacity(bytes.count + bitmap.width * bitmap.height * 4)
            for y in 0..<bitmap.height { bytes.append(contentsOf: UnsafeRawBufferPointer(bitmap.row(y))) }
            return bytes
        }
    }

    /// Returns the image of an area, and reports missing parts to the context; nil if the bytes are not an image.
    static func image(_ bytes: [UInt8], of area: RasterArea, in context: RasterContext) -> TileImage? {
        func number(_ index: Int) -> UInt32 {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) }
        }
        let isSolid = bytes.count == headSize + 4
        guard isSolid || bytes.count == headSize + area.width * area.height * 4, Int(number(0)) == area.width,
            Int(number(1)) == area.height, number(2) & ~marks.reduce(0, { $0 | $1.bit }) == 0
        else { return nil }
        for (bit, part) in marks where number(2) & bit != 0 { context.onMissingPart?(part) }
        if isSolid { return .solid(PixelColor(argb: number(3)), width: area.width, height: area.height) }
        let bitmap = context.pool.uninitializedBitmap(width: area.width, height: area.height)
        bytes.withUnsafeBytes { source in
            for y in 0..<area.height {
                let start = headSize + y * area.width * 4
                UnsafeMutableRawBufferPointer(bitmap.row(y)).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[start..<start + area.width * 4]))
            }
        }
        return .bitmap(bitmap)
    }
}
