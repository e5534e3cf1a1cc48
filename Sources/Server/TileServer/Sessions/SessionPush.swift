import Foundation
import NIOCore
import TileEngine
import TileGeometry
import TileSessions

/// A message to a viewer.
enum SessionPush: Equatable {
    /// The first message of a session.
    ///
    /// The generation changes each time the content does, so a viewer that knows another one has missed a change. The
    /// flags say whether the session is recorded, and whether the content accepts touches, follows the window's size,
    /// and has accessibility elements.
    case opened(
        generation: UInt64, isRecorded: Bool, isTouchable: Bool, isResizable: Bool = false, isReadable: Bool = false)
    /// Full tiles are ready in place of drafts.
    case refined([TileName])
    /// The content has changed within the rects. The tiles are the visible ones that the change touches; the first
    /// `delivered` of them are sent without a request.
    case changed([TileName], [Box], delivered: Int = 0)
    /// The content was replaced or withdrawn; its description tells which. A renamed one has its new identifier.
    case replaced(by: String? = nil)
    /// Whether the content used the touches that began.
    case touched([SessionMailbox.Touched])
    /// The current typing state.
    case typing(ContentTypingState)
    /// The accessibility elements that have changed.
    case elements(ElementChanges)
    case notice(AccessibilityNotice)

    /// Whether the policy limits how often the message is sent, because there may be any number of them. There are no
    /// more answers than messages from the viewer, and readings have an interval of their own.
    var isPaced: Bool {
        switch self {
        case .refined, .changed, .replaced, .notice: true
        case .opened, .touched, .typing, .elements: false
        }
    }

    /// A tile as named in URLs: `3/2/1` is `/tiles/{content}/3/2/1.png`.
    struct TileName: Hashable {
        var tile: TileCoordinate
        var isDoubled: Bool

        var text: String { "\(tile.level)/\(tile.column)/\(tile.row)\(isDoubled ? "@2x" : "")" }

        fileprivate var json: String { "\"\(text)\"" }
    }

    var text: String {
        switch self {
        case .opened(let generation, let isRecorded, let isTouchable, let isResizable, let isReadable):
            #"{"type":"opened","generation":\#(generation)\#(isRecorded ? #","records":true"# : "")"#
                + #"\#(isTouchable ? #","touchable":true"# : "")\#(isResizable ? #","resizable":true"# : "")"#
                + #"\#(isReadable ? #","readable":true"# : "")}"#
        case .refined(let tiles): #"{"type":"refined","tiles":[\#(Self.list(tiles.map(\.json)))]}"#
        case .changed(let tiles, let rects, let delivered):
            #"{"type":"changed","tiles":[\#(Self.list(tiles.map(\.json)))],"rects":[\#(Self.list(rects.map(Self.text)))]"#
                + #"\#(delivered > 0 ? #","delivered":\#(delivered)"# : "")}"#
        case .replaced(nil): #"{"type":"replaced"}"#
        case .replaced(let successor?): #"{"type":"replaced","id":"\#(successor)"}"#
        case .typing(let state): TypingPush(state).json
        case .elements(let changes): ElementsPush(changes).json
        case .notice(let notice): NoticePush(notice).json
        case .touched(let fingers): #"{"type":"touched","fingers":[\#(Self.list(fingers.map(Self.text)))]}"#
        }
    }

    /// Returns a message as JSON. Texts and finite numbers can always be encoded.
    static func json(_ push: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(push) else {
            preconditionFailure("texts and finite numbers are JSON, always")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func text(_ touched: SessionMailbox.Touched) -> String { "[\(touched.finger),\(touched.isUsed)]" }

    private static func list(_ items: [String]) -> String { items.joined(separator: ",") }

    private static func text(_ box: Box) -> String {
        "[\([box.minX, box.minY, box.width, box.height].map(number).joined(separator: ","))]"
    }

    /// Returns a number as JSON writes it, without a fraction if it is whole.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 0x1p53 ? "\(Int(value))" : "\(value)"
    }
}
