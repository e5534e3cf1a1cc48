/// Where a label's line of text stands when it was made smaller to fit.
public enum UIBaselineAdjustment: Int, Sendable {
    /// Its baseline is where that of the text in full size would be.
    case alignBaselines = 0
    /// It is in the middle.
    case alignCenters = 1
    /// Its top left corner is where that of the text in full size would be.
    case none = 2
}
