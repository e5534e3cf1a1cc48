import Foundation
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileLists
import TileTyping
import TileViews

/// The outlets and properties of UIKit's own classes that documents name.
enum StandardOutlets {
    /// The tables of the classes, subclasses first.
    private static let tables: [(fits: @Sendable (AnyObject) -> Bool, table: OutletTable)] = [
        ({ $0 is UILabel }, label), ({ $0 is UIImageView }, imageView), ({ $0 is UITableView }, table),
        ({ $0 is UICollectionView }, collection), ({ $0 is UITextField }, textField),
        ({ $0 is UITextView }, textView), ({ $0 is UISearchBar }, searchBar), ({ $0 is UIPickerView }, picker),
        ({ $0 is UITableViewCell }, cell), ({ $0 is UIScrollView }, scrollView),
        ({ $0 is UIStackView }, stackView), ({ $0 is UINavigationBar }, navigationBar), ({ $0 is UITabBar }, tabBar),
        ({ $0 is UIToolbar }, toolbar), ({ $0 is UIControl }, control), ({ $0 is UIWindow }, window),
        ({ $0 is UIView }, view), ({ $0 is UINavigationController }, navigationController),
        ({ $0 is UITabBarController }, tabBarController), ({ $0 is UISplitViewController }, splitViewController),
        ({ $0 is UIPageViewController }, pageViewController), ({ $0 is UIViewController }, viewController),
        ({ $0 is UINavigationItem }, navigationItem), ({ $0 is UIBarButtonItem }, barButtonItem),
        ({ $0 is UIBarItem }, barItem), ({ $0 is UIGestureRecognizer }, gestureRecognizer),
        ({ $0 is CALayer }, layer), ({ $0 is NSLayoutConstraint }, constraint),
    ]

    static func set(_ name: String, of object: AnyObject, to value: Any?) -> OutletTable.Outcome? {
        for (fits, table) in tables where fits(object) {
            if let outcome = table.set(name, of: object, to: value) { return outcome }
        }
        return nil
    }

    /// Returns an object that a key path passes through.
    static func value(_ name: String, of object: AnyObject) -> AnyObject? {
        switch (name, object) {
        case ("layer", let view as UIView): view.layer
        case ("titleLabel", let button as UIButton): button.titleLabel
        case ("imageView", let button as UIButton): button.imageView
        case ("view", let controller as UIViewController): controller.view
        case ("navigationItem", let controller as UIViewController): controller.navigationItem
        case ("tabBarItem", let controller as UIViewController): controller.tabBarItem
        case ("navigationBar", let controller as UINavigationController): controller.navigationBar
        case ("tabBar", let controller as UITabBarController): controller.tabBar
        default: nil
        }
    }

    private static let view: OutletTable = [
        .value("backgroundColor", \UIView.backgroundColor), .value("alpha", \UIView.alpha),
        .value("hidden", \UIView.isHidden), .value("isHidden", \UIView.isHidden), .value("tag", \UIView.tag),
        .value("clipsToBounds", \UIView.clipsToBounds), .value("opaque", \UIView.isOpaque),
        .value("userInteractionEnabled", \UIView.isUserInteractionEnabled), .value("tintColor", \UIView.tintColor),
        .value("frame", \UIView.frame), .value("bounds", \UIView.bounds), .value("center", \UIView.center),
        .value("translatesAutoresizingMaskIntoConstraints", \UIView.translatesAutoresizingMaskIntoConstraints),
        .value("accessibilityIdentifier", \UIView.accessibilityIdentifier),
        .value("accessibilityLabel", \UIView.accessibilityLabel),
        .value("accessibilityHint", \UIView.accessibilityHint),
        .value("accessibilityValue", \UIView.accessibilityValue),
        .value("isAccessibilityElement", \UIView.isAccessibilityElement),
        .value("restorationIdentifier", \UIView.restorationIdentifier),
        .value("exclusiveTouch", \UIView.isExclusiveTouch),
        .value("multipleTouchEnabled", \UIView.isMultipleTouchEnabled),
        .property("gestureRecognizers") { (view: UIView, value) in
            for recognizer in value as? [UIGestureRecognizer] ?? [] { view.addGestureRecognizer(recognizer) }
        },
    ]
    private static let window: OutletTable = [
        .property("rootViewController") { (window: UIWindow, value) in
            window.rootViewController = value as? UIViewController
        }
    ]
    private static let control: OutletTable = [
        .value("enabled", \UIControl.isEnabled), .value("selected", \UIControl.isSelected),
        .value("highlighted", \UIControl.isHighlighted),
    ]
    private static let label: OutletTable = [
        .value("text", \UILabel.text), .value("textColor", \UILabel.textColor),
        .value("numberOfLines", \UILabel.numberOfLines), .value("enabled", \UILabel.isEnabled),
        .value("adjustsFontForContentSizeCategory", \UILabel.adjustsFontForContentSizeCategory),
    ]
    private static let imageView: OutletTable = [
        .value("image", \UIImageView.image), .value("highlighted", \UIImageView.isHighlighted),
    ]
    private static let stackView: OutletTable = [.value("spacing", \UIStackView.spacing)]
    private static let scrollView: OutletTable = [
        .property("delegate") { (view: UIScrollView, value) in view.delegate = value as? any UIScrollViewDelegate },
        .property("refreshControl") { (view: UIScrollView, value) in view.refreshControl = value as? UIRefreshControl },
        .value("contentInset", \UIScrollView.contentInset),
    ]
    private static let table: OutletTable = [
        .property("dataSource") { (view: UITableView, value) in
            view.dataSource = value as? any UITableViewDataSource
        },
        .property("delegate") { (view: UITableView, value) in view.delegate = value as? any UITableViewDelegate },
        .outlet("tableHeaderView", \UITableView.tableHeaderView),
        .outlet("tableFooterView", \UITableView.tableFooterView),
        .outlet("backgroundView", \UITableView.backgroundView),
    ]
    private static let cell: OutletTable = [
        .outlet("accessoryView", \UITableViewCell.accessoryView),
        .outlet("backgroundView", \UITableViewCell.backgroundView),
        .outlet("selectedBackgroundView", \UITableViewCell.selectedBackgroundView),
        .outlet("editingAccessoryView", \UITableViewCell.editingAccessoryView),
    ]
    private static let collection: OutletTable = [
        .property("dataSource") { (view: UICollectionView, value) in
            view.dataSource = value as? any UICollectionViewDataSource
        },
        .property("delegate") { (view: UICollectionView, value) in
            view.delegate = value as? any UICollectionViewDelegate
        },
    ]
    private static let textField: OutletTable = [
        .property("delegate") { (view: UITextField, value) in view.delegate = value as? any UITextFieldDelegate },
        .value("text", \UITextField.text), .value("placeholder", \UITextField.placeholder),
    ]
    private static let textView: OutletTable = [
        .property("delegate") { (view: UITextView, value) in view.delegate = value as? any UITextViewDelegate }
    ]
    private static let searchBar: OutletTable = [
        .property("delegate") { (view: UISearchBar, value) in view.delegate = value as? any UISearchBarDelegate }
    ]
    private static let picker: OutletTable = [
        .property("dataSource") { (view: UIPickerView, value) in
            view.dataSource = value as? any UIPickerViewDataSource
        },
        .property("delegate") { (view: UIPickerView, value) in view.delegate = value as? any UIPickerViewDelegate },
    ]
    private static let navigationBar: OutletTable = [
        .property("delegate") { (bar: UINavigationBar, value) in
            bar.delegate = value as? any UINavigationBarDelegate
        }
    ]
    private static let tabBar: OutletTable = [
        .property("delegate") { (bar: UITabBar, value) in bar.delegate = value as? any UITabBarDelegate },
        .property("selectedItem") { (bar: UITabBar, value) in bar.selectedItem = value as? UITabBarItem },
    ]
    private static let toolbar: OutletTable = [
        .property("delegate") { (bar: UIToolbar, value) in bar.delegate = value as? any UIToolbarDelegate }
    ]
    private static let viewController: OutletTable = [
        .property("view") { (controller: UIViewController, value) in
            // Assigning another controller's view would trap, and a nib can name any view.
            guard let view = value as? UIView, view.manager == nil || view.manager === controller else { return }
            controller.view = view
        },
        .value("title", \UIViewController.title),
        .value("restorationIdentifier", \UIViewController.restorationIdentifier),
        .property("transitioningDelegate") { (controller: UIViewController, value) in
            controller.transitioningDelegate = value as? any UIViewControllerTransitioningDelegate
        },
        .property("tabBarItem") { (controller: UIViewController, value) in
            controller.tabBarItem = value as? UITabBarItem
        },
    ]
    private static let navigationController: OutletTable = [
        .property("delegate") { (controller: UINavigationController, value) in
            controller.delegate = value as? any UINavigationControllerDelegate
        }
    ]
    private static let tabBarController: OutletTable = [
        .property("delegate") { (controller: UITabBarController, value) in
            controller.delegate = value as? any UITabBarControllerDelegate
        }
    ]
    private static let splitViewController: OutletTable = [
        .property("delegate") { (controller: UISplitViewController, value) in
            controller.delegate = value as? any UISplitViewControllerDelegate
        }
    ]
    private static let pageViewController: OutletTable = [
        .property("delegate") { (controller: UIPageViewController, value) in
            controller.delegate = value as? any UIPageViewControllerDelegate
        },
        .property("dataSource") { (controller: UIPageViewController, value) in
            controller.dataSource = value as? any UIPageViewControllerDataSource
        },
    ]
    private static let navigationItem: OutletTable = [
        .outlet("titleView", \UINavigationItem.titleView),
        .outlet("leftBarButtonItem", \UINavigationItem.leftBarButtonItem),
        .outlet("rightBarButtonItem", \UINavigationItem.rightBarButtonItem),
        .outlet("backBarButtonItem", \UINavigationItem.backBarButtonItem),
        .value("title", \UINavigationItem.title),
    ]
    private static let barItem: OutletTable = [
        .value("title", \UIBarItem.title), .value("enabled", \UIBarItem.isEnabled), .value("tag", \UIBarItem.tag),
        .value("accessibilityLabel", \UIBarItem.accessibilityLabel),
        .value("accessibilityIdentifier", \UIBarItem.accessibilityIdentifier),
    ]
    private static let barButtonItem: OutletTable = [
        .outlet("customView", \UIBarButtonItem.customView), .value("tintColor", \UIBarButtonItem.tintColor),
    ]
    private static let gestureRecognizer: OutletTable = [
        .property("delegate") { (recognizer: UIGestureRecognizer, value) in
            recognizer.delegate = value as? any UIGestureRecognizerDelegate
        },
        .value("enabled", \UIGestureRecognizer.isEnabled), .value("name", \UIGestureRecognizer.name),
    ]
    private static let constraint: OutletTable = [
        .value("constant", \NSLayoutConstraint.constant), .value("identifier", \NSLayoutConstraint.identifier),
    ]
    // Layers use Core Graphics colors, while a runtime attribute is a `UIColor`, which UIKit accepts only through a
    // property declared by the program. Both are accepted here.
    private static let layer: OutletTable = [
        .value("cornerRadius", \CALayer.cornerRadius), .value("borderWidth", \CALayer.borderWidth),
        .value("masksToBounds", \CALayer.masksToBounds), .value("shadowRadius", \CALayer.shadowRadius),
        .value("shadowOpacity", \CALayer.shadowOpacity), .value("shadowOffset", \CALayer.shadowOffset),
        .value("opacity", \CALayer.opacity), .value("zPosition", \CALayer.zPosition),
        .value("hidden", \CALayer.isHidden), .value("shouldRasterize", \CALayer.shouldRasterize),
        .property("borderColor") { (layer: CALayer, value) in layer.borderColor = (value as? UIColor)?.cgColor },
        .property("shadowColor") { (layer: CALayer, value) in layer.shadowColor = (value as? UIColor)?.cgColor },
        .property("backgroundColor") { (layer: CALayer, value) in
            layer.backgroundColor = (value as? UIColor)?.cgColor
        },
    ]
}
