import Foundation

@testable import TileNibs

/// Writes compiled nibs for tests.
struct CompiledWriter {
    private(set) var objects: [(type: String, values: [(key: String, value: NibArchive.Value)])] = []

    @discardableResult
    mutating func add(_ type: String, _ values: [(String, NibArchive.Value)] = []) -> NibArchive.Value {
        objects.append((type, values.map { (key: $0.0, value: $0.1) }))
        return .object(objects.count - 1)
    }

    mutating func text(_ text: String) -> NibArchive.Value { add("NSString", [("NS.bytes", .data(Array(text.utf8)))]) }

    mutating func list(_ elements: [NibArchive.Value]) -> NibArchive.Value {
        add("NSArray", [("NSInlinedValue", .flag(true))] + elements.map { ("UINibEncoderEmptyKey", $0) })
    }

    mutating func set(_ object: NibArchive.Value, _ values: [(String, NibArchive.Value)]) {
        guard case .object(let place) = object else { return }
        objects[place].values += values.map { (key: $0.0, value: $0.1) }
    }

    static func numbers(_ numbers: [Double]) -> NibArchive.Value {
        var data: [UInt8] = [7]
        for number in numbers { data += bytes(of: number) }
        return .data(data)
    }

    var bytes: [UInt8] {
        var types: [String] = []
        var keys: [String] = []
        var (objectPart, valuePart): ([UInt8], [UInt8]) = ([], [])
        var count = 0
        func index(of word: String, in list: inout [String]) -> Int {
            if let place = list.firstIndex(of: word) { return place }
            list.append(word)
            return list.count - 1
        }
        for object in objects {
            objectPart += Self.number(index(of: object.type, in: &types))
            objectPart += Self.number(count)
            objectPart += Self.number(object.values.count)
            for (key, value) in object.values {
                valuePart += Self.number(index(of: key, in: &keys))
                valuePart += Self.encode(value)
            }
            count += object.values.count
        }
        var keyPart: [UInt8] = []
        for key in keys {
            keyPart += Self.number(key.utf8.count)
            keyPart += Array(key.utf8)
        }
        var typePart: [UInt8] = []
        for type in types {
            typePart += Self.number(type.utf8.count + 1)
            typePart += Self.number(0)
            typePart += Array(type.utf8)
            typePart.append(0)
        }
        var header: [UInt8] = NibArchive.signature
        header += Self.word(1)
        header += Self.word(9)
        var start = 50
        let sections: [(Int, [UInt8])] = [
            (objects.count, objectPart), (keys.count, keyPart), (count, valuePart), (types.count, typePart),
        ]
        for (number, part) in sections {
            header += Self.word(number)
            header += Self.word(start)
            start += part.count
        }
        for (_, part) in sections { header += part }
        return header
    }

    private static func bytes(of number: Double) -> [UInt8] {
        let pattern = number.bitPattern
        return (0..<8).map { UInt8(truncatingIfNeeded: pattern >> (UInt64($0) * 8)) }
    }

    private static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    private static func number(_ number: Int) -> [UInt8] {
        var (rest, bytes) = (number, [UInt8]())
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F))
            rest >>= 7
        }
        return bytes + [UInt8(rest) | 0x80]
    }

    private static func encode(_ value: NibArchive.Value) -> [UInt8] {
        switch value {
        case .integer(let number): [2] + word(number)
        case .flag(let isOn): [isOn ? 5 : 4]
        case .number(let number): [7] + bytes(of: number)
        case .data(let bytes): [8] + number(bytes.count) + bytes
        case .null: [9]
        case .object(let place): [10] + word(place)
        }
    }

    /// Returns a view with a label and a button, which are the owner's outlets, and with the button's action.
    static func sample() -> [UInt8] {
        var nib = CompiledWriter()
        let root = nib.add("NSObject")
        let owner = nib.add("UIProxyObject", [("UIProxiedObjectIdentifier", nib.text("IBFilesOwner"))])
        let frame: [(String, NibArchive.Value)] = [
            ("UIBounds", numbers([0, 0, 80, 20])), ("UICenter", numbers([50, 30])),
        ]
        let view = nib.add(
            "UIView", [("UIBounds", numbers([0, 0, 300, 400])), ("UICenter", numbers([150, 200]))])
        let color = nib.add(
            "UIColor",
            [("UIRed", .number(1)), ("UIGreen", .number(0)), ("UIBlue", .number(0)), ("UIAlpha", .number(1))])
        let label = nib.add("UILabel", frame + [("UIText", nib.text("Platform 7")), ("UITextColor", color)])
        let content = nib.add("UIButtonContent", [("UITitle", nib.text("Go"))])
        let states = nib.list([nib.add("NSNumber", [("NS.intval", .integer(0))]), content])
        let button = nib.add("UIButton", frame + [("UIButtonType", .integer(1)), ("UIButtonStatefulContent", states)])
        nib.set(
            button, [("UIViewDoesNotTranslateAutoresizingMaskIntoConstraints", .flag(true))])
        let width = nib.add(
            "NSLayoutConstraint",
            [("NSFirstItem", button), ("NSFirstAttribute", .integer(7)), ("NSConstant", .number(90))])
        nib.set(button, [("UIViewAutolayoutConstraints", nib.list([width]))])
        nib.set(view, [("UISubviews", nib.list([label, button]))])
        let connections = [
            nib.add(
                "UIRuntimeOutletConnection",
                [("UISource", owner), ("UIDestination", label), ("UILabel", nib.text("title"))]),
            nib.add(
                "UIRuntimeOutletConnection",
                [("UISource", owner), ("UIDestination", button), ("UILabel", nib.text("button"))]),
            nib.add(
                "UIRuntimeEventConnection",
                [
                    ("UISource", button), ("UIDestination", owner), ("UILabel", nib.text("tapped:")),
                    ("UIEventMask", .integer(64)),
                ]),
        ]
        nib.set(
            root,
            [
                ("UINibTopLevelObjectsKey", nib.list([owner, view])),
                ("UINibObjectsKey", nib.list([owner, view, label, button])),
                ("UINibConnectionsKey", nib.list(connections)),
            ])
        return nib.bytes
    }
}
