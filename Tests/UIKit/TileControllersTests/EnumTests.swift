import Testing
import TileControllers

/// Archives and nibs contain the raw values.
@Suite
struct PresentationEnumTests {
    @Test
    func numbersAreUIKits() {
        let styles: [UIModalPresentationStyle] = [
            .automatic, .none, .fullScreen, .pageSheet, .formSheet, .currentContext, .custom, .overFullScreen,
            .overCurrentContext, .popover, .blurOverFullScreen,
        ]
        #expect(styles.map(\.rawValue) == Array(-2...8))
        #expect(UIModalTransitionStyle.partialCurl.rawValue == 3)
    }
}
