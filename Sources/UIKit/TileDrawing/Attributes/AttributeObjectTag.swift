/// The first stored property of the objects in attributed strings, which lets Foundation compare them.
///
/// Foundation on Linux compares the attributes of neighboring runs in `NSMutableAttributedString`. It reads the bits 8
/// to 17 of the word after an object's header as Core Foundation's type, and ends the program if they are 0 in both of
/// two objects, without calling `isEqual(_:)`. Small numbers, nil and the lengths of strings have such bits.
struct AttributeObjectTag: Sendable {
    private let typeBits: UInt64 = 1 << 8
}
