/// The vertical position of a line that was shrunk to fit.
public enum UIBaselineAdjustment: Int, Sendable {
    /// The baseline is at that of the text at full size.
    case alignBaselines = 0
    /// The line is centered.
    case alignCenters = 1
    /// The top left corner is at that of the text at full size.
    case none = 2
}
