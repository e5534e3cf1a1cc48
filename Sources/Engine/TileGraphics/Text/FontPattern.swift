import CPango

/// A fontconfig pattern, read by property.
struct FontPattern {
    private let pattern: OpaquePointer

    /// - Parameter pattern: an `FcPattern`, which must outlive this value.
    init(_ pattern: OpaquePointer) { self.pattern = pattern }

    func strings(_ property: String) -> [String] {
        var found: [String] = []
        var value: UnsafeMutablePointer<FcChar8>?
        while FcPatternGetString(pattern, property, Int32(found.count), &value) == FcResultMatch, let text = value {
            found.append(String(cString: text))
        }
        return found
    }

    /// Returns whether a property has a string, in any letter case. Nothing is allocated.
    func hasString(_ string: String, _ property: String) -> Bool {
        var value: UnsafeMutablePointer<FcChar8>?
        var number: Int32 = 0
        while FcPatternGetString(pattern, property, number, &value) == FcResultMatch {
            if FcStrCmpIgnoreCase(value, string) == 0 { return true }
            number += 1
        }
        return false
    }

    func number(_ property: String) -> Double? {
        var value = 0.0
        return FcPatternGetDouble(pattern, property, 0, &value) == FcResultMatch ? value : nil
    }

    func integer(_ property: String) -> Int? {
        var value: Int32 = 0
        return FcPatternGetInteger(pattern, property, 0, &value) == FcResultMatch ? Int(value) : nil
    }

    func flag(_ property: String) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(pattern, property, 0, &value) == FcResultMatch && value != 0
    }

    /// Returns whether the font has all of these characters.
    func hasCharacters(_ scalars: [UInt32]) -> Bool {
        var characters: OpaquePointer?
        guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch else { return false }
        return scalars.allSatisfy { FcCharSetHasChar(characters, $0) != 0 }
    }
}
