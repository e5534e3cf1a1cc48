/// The value of an If-None-Match header: `*`, or a comma-separated list of entity tags (RFC 9110 sections 8.8.3 and
/// 13.1.2).
///
/// A malformed list matches nothing: a condition that is not understood must not keep the client from getting the file.
struct EntityTagList {
    private let bytes: UnsafeRawBufferPointer

    /// - Parameter bytes: The header's value. It must outlive the list.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns whether the list contains `tag`, given with its quotes, or is `*`. Tags are compared weakly, so a `W/`
    /// does not matter.
    func names(_ tag: String) -> Bool {
        var position = 0
        var isFound = false
        func skipBlanks() {
            while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        }
        while true {
            skipBlanks()
            guard position < bytes.count else { return isFound }
            switch bytes[position] {
            case UInt8(ascii: ","):
                // Empty elements are allowed.
                position += 1
                continue
            case UInt8(ascii: "*"):
                return isAlone(position)
            case UInt8(ascii: "W"):
                guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") else { return false }
                position += 2
            default: break
            }
            guard let end = endOfTag(at: position) else { return false }
            isFound = isFound || bytes[position..<end].elementsEqual(tag.utf8)
            position = end
            skipBlanks()
            guard position == bytes.count || bytes[position] == UInt8(ascii: ",") else { return false }
        }
    }

    /// Returns the position behind the closing quote of a tag, or nil if the tag is malformed.
    private func endOfTag(at start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] > 0x20, bytes[position] != 0x7F else { return nil }
            position += 1
        }
        return position < bytes.count ? position + 1 : nil
    }

    private func isAlone(_ position: Int) -> Bool {
        bytes.indices.allSatisfy { $0 == position || bytes[$0] == 0x20 || bytes[$0] == 0x09 }
    }
}

extension EntityTagList {
    static func names(_ tag: String, in text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { EntityTagList($0).names(tag) }
    }
}
