/// An archive is not what was written: cut off, changed, or made by somebody else.
package enum ArchiveDamage: Error, Hashable {
    /// It ends before what it says is in it.
    case cutOff
    /// It is no archive, or one of another format.
    case foreign
    /// A part is not what its checksum says.
    case checksum
    /// A number that nothing has which was recorded.
    case value
}
