public import Foundation

extension TextBlock {
    /// Lays text out as large as it fits a container.
    ///
    /// - Parameters:
    ///   - minimumScale: by which fonts may be multiplied at the least, above 0 and at most 1.
    ///   - tolerance: how near the scale found is to the greatest that fits.
    /// - Returns: The text at the greatest scale at which all of it is shown, or else at the least; and that scale.
    ///   Costs up to ten layouts.
    public static func fitting(
        _ text: NSAttributedString, in container: TextContainer, minimumScale: CGFloat, tolerance: CGFloat = 0.005
    ) -> (block: TextBlock, scale: CGFloat) {
        fitting(StyledText(text), container, minimumScale: minimumScale, tolerance: tolerance)
    }

    static func fitting(
        _ text: StyledText, _ container: TextContainer, minimumScale: CGFloat, tolerance: CGFloat = 0.005
    ) -> (block: TextBlock, scale: CGFloat) {
        let whole = cached(text, container)
        guard !whole.fits(container), minimumScale > 0, minimumScale < 1 else { return (whole, 1) }
        var low = minimumScale
        var high: CGFloat = 1
        var best = TextBlock(text.scaled(by: low), container)
        guard best.fits(container) else { return (best, low) }
        while high - low > max(tolerance, 0.001) {
            let middle = (low + high) / 2
            let block = TextBlock(text.scaled(by: middle), container)
            if block.fits(container) { (low, best) = (middle, block) } else { high = middle }
        }
        return (best, low)
    }

    /// Whether all of the text is shown within the container.
    private func fits(_ container: TextContainer) -> Bool {
        !isTruncated && size.width <= container.width + 0.01 && size.height <= container.height + 0.01
    }
}

extension StyledText {
    /// The text with all fonts, spacings and offsets multiplied.
    func scaled(by factor: CGFloat) -> StyledText {
        changed {
            $0.font = $0.font.withSize($0.font.pointSize * factor)
            $0.kern *= factor
            $0.baselineOffset *= factor
        }
    }
}
