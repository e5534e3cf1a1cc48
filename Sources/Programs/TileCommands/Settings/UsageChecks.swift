/// Whether the values of options are checked against what they may be, or only parsed.
///
/// The parser reports a value that is not, say, a number and one that is out of range in the same way. A setting from a
/// file is parsed once without the checks to tell them apart.
package enum UsageChecks {
    @TaskLocal package static var areSkipped = false
}
