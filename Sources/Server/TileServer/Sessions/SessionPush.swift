import Foundation
import NIOCore
import TileEngine
import TileGeometry
import TileSessions

/// A message to a viewer.
enum SessionPush: Equatable {
    /// The first. The number is another each time that the content has changed; a viewer that knows another one has
    /// missed a change. A session that is recorded says so, one whose content takes touches, one whose content takes
    /// the window's size, and one whose content can be read.
    case opened(
        generation: UInt64, isRecorded: Bool, isTouchable: Bool, isResizable: Bool = false, isReadable: Bool = false)
    /// Full tiles are ready where drafts were given.
    case refined([TileName])
    /// The content looks different within the rects; these are the visible tiles that it touches, of which the first
    /// so many are delivered.
    case changed([TileName], [Box], delivered: Int = 0)
    /// The content was replaced or withdrawn: its description tells which. A content that was renamed has its new
    /// identifier.
    case replaced(by: String? = nil)
    /// What the content made of fingers that came down.
    case touched([SessionStanding.Touched])
    /// What there is to type in now.
    case typing(ContentTypingState)
    /// What is to be read is otherwise now.
    case elements(ElementChanges)
    case notice(AccessibilityNotice)

    /// Whether another comes no sooner than the policy has it: of what there may be any number. Answers are as many as
    /// what a viewer sends, and readings have an interval of their own.
    var isPaced: Bool {
        switch self {
        case .refined, .changed, .replaced, .notice: true
        case .opened, .touched, .typing, .elements: false
        }
    }

    /// A tile as URLs name it: `3/2/1` is `/tiles/{content}/3/2/1.png`.
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

    /// Texts and finite numbers are JSON, always.
    static func json(_ push: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(push) else {
            preconditionFailure("texts and finite numbers are JSON, always")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func text(_ touched: SessionStanding.Touched) -> String { "[\(touched.finger),\(touched.isUsed)]" }

    private static func list(_ items: [String]) -> String { items.joined(separator: ",") }

    private static func text(_ box: Box) -> String {
        "[\([box.minX, box.minY, box.width, box.height].map(number).joined(separator: ","))]"
    }

    /// As JSON has it: no exponent's plus, no needless fraction.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 0x1p53 ? "\(Int(value))" : "\(value)"
    }
}
