/// The optional methods of UIKit's protocols that have defaults here. They are recognized by the beginning of their
/// names, which is the caller's name.
enum UIKitRequirements {
    static func isOptional(_ name: String) -> Bool {
        others.contains(name) || beginnings.contains { name.hasPrefix($0) }
    }

    private static let beginnings = [
        "scrollView", "tableView", "collectionView", "gestureRecognizer", "textField", "textView", "pageViewController",
        "navigationController", "tabBarController", "tabBar", "navigationBar", "presentationController", "searchBar",
        "searchController", "pickerView", "splitViewController", "animationDid", "popoverPresentationController",
        "prepareForPopover", "animationController", "interactionController", "application", "scene",
        "contextMenuInteraction",
    ]

    private static let others: Set<String> = [
        "viewForZooming", "numberOfSections", "numberOfComponents", "sectionIndexTitles", "adaptivePresentationStyle",
        "indexPathForPreferredFocusedView", "animationEnded", "layoutSublayers", "layerWillDraw", "display",
        "presentationCount",
        "presentationIndex", "position", "indexTitles", "updateSearchResults", "animateTransition",
    ]
}
