import Foundation
import TileBars
import TileControllers
import TileLists
import TileTyping
import TileViews

/// UIKit's own classes that documents name in place of an element's class, such as a view that is a `UIControl`.
///
/// A table, because a program that is linked without the symbols of UIKit's classes can't find them by name.
enum StandardClasses {
    static func named(_ name: String) -> NibClass? { byName[name] }

    private static let byName = Dictionary(
        uniqueKeysWithValues: (views + controls + lists + controllers).map { ($0.name, $0) })

    private static func known<Object: NSObject & NSCoding>(_ type: Object.Type) -> NibClass {
        NibClass(type, name: String(describing: type))
    }

    private static let views: [NibClass] = [
        known(UIView.self), known(UILabel.self), known(UIImageView.self), known(UIProgressView.self),
        known(UIActivityIndicatorView.self), known(UIScrollView.self), known(UIStackView.self),
        known(UIVisualEffectView.self), known(UITextView.self), known(UIPickerView.self), known(UISearchBar.self),
        known(UIToolbar.self), known(UINavigationBar.self), known(UITabBar.self),
    ]

    private static let controls: [NibClass] = [
        known(UIControl.self), known(UIButton.self), known(UISwitch.self), known(UISlider.self), known(UIStepper.self),
        known(UISegmentedControl.self), known(UIPageControl.self), known(UIRefreshControl.self),
        known(UITextField.self), known(UISearchTextField.self), known(UIDatePicker.self),
    ]

    private static let lists: [NibClass] = [
        known(UITableView.self), known(UITableViewCell.self), known(UITableViewHeaderFooterView.self),
        known(UICollectionView.self), known(UICollectionReusableView.self), known(UICollectionViewCell.self),
        known(UICollectionViewListCell.self),
    ]

    private static let controllers: [NibClass] = [
        known(UIViewController.self), known(UITableViewController.self), known(UICollectionViewController.self),
        known(UINavigationController.self), known(UITabBarController.self), known(UISplitViewController.self),
        known(UIPageViewController.self),
    ]
}
