/// An error for an archive that is not as it was written: truncated, changed, or written by another program.
package enum ArchiveDamage: Error, Hashable {
    /// The archive or a record ends before its declared contents.
    case cutOff
    /// The file is not an archive, or has another format version.
    case foreign
    /// A part does not match its checksum.
    case checksum
    /// A value is outside the range of recorded values.
    case value
}
