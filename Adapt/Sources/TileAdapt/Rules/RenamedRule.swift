import SwiftSyntax

/// Types of UIKit's that had other names before Swift 4.2: libraries from then are adapted as others are.
final class RenamedRule: RuleVisitor {
    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        rename(node.name)
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id { rename(node.baseName) }
        return .visitChildren
    }

    private func rename(_ token: TokenSyntax) {
        guard let name = Self.names[token.text], index.type(token.text) == nil else { return }
        changes.replace(token, with: name)
        changes.note(.rewritten, .names, at: token, token.text, "is \(name) since Swift 4.2")
    }

    private static let names: [String: String] = [
        "NSAttributedStringKey": "NSAttributedString.Key",
        "UIApplicationLaunchOptionsKey": "UIApplication.LaunchOptionsKey",
        "UIApplicationOpenURLOptionsKey": "UIApplication.OpenURLOptionsKey",
        "UIApplicationState": "UIApplication.State",
        "UIActivityIndicatorViewStyle": "UIActivityIndicatorView.Style",
        "UIAlertActionStyle": "UIAlertAction.Style",
        "UIAlertControllerStyle": "UIAlertController.Style",
        "UIBarButtonItemStyle": "UIBarButtonItem.Style",
        "UIBarButtonSystemItem": "UIBarButtonItem.SystemItem",
        "UIBlurEffectStyle": "UIBlurEffect.Style",
        "UIButtonType": "UIButton.ButtonType",
        "UICollectionViewScrollDirection": "UICollectionView.ScrollDirection",
        "UICollectionViewScrollPosition": "UICollectionView.ScrollPosition",
        "UIControlEvents": "UIControl.Event",
        "UIControlState": "UIControl.State",
        "UIControlContentVerticalAlignment": "UIControl.ContentVerticalAlignment",
        "UIControlContentHorizontalAlignment": "UIControl.ContentHorizontalAlignment",
        "UIGestureRecognizerState": "UIGestureRecognizer.State",
        "UIImageOrientation": "UIImage.Orientation",
        "UIImageRenderingMode": "UIImage.RenderingMode",
        "UILayoutConstraintAxis": "NSLayoutConstraint.Axis",
        "NSLayoutAttribute": "NSLayoutConstraint.Attribute",
        "NSLayoutRelation": "NSLayoutConstraint.Relation",
        "NSLayoutFormatOptions": "NSLayoutConstraint.FormatOptions",
        "UINavigationControllerOperation": "UINavigationController.Operation",
        "UIPageViewControllerNavigationDirection": "UIPageViewController.NavigationDirection",
        "UIScrollViewContentInsetAdjustmentBehavior": "UIScrollView.ContentInsetAdjustmentBehavior",
        "UIStackViewAlignment": "UIStackView.Alignment",
        "UIStackViewDistribution": "UIStackView.Distribution",
        "UISwipeGestureRecognizerDirection": "UISwipeGestureRecognizer.Direction",
        "UITableViewCellAccessoryType": "UITableViewCell.AccessoryType",
        "UITableViewCellEditingStyle": "UITableViewCell.EditingStyle",
        "UITableViewCellSelectionStyle": "UITableViewCell.SelectionStyle",
        "UITableViewCellStyle": "UITableViewCell.CellStyle",
        "UITableViewRowAnimation": "UITableView.RowAnimation",
        "UITableViewScrollPosition": "UITableView.ScrollPosition",
        "UITableViewStyle": "UITableView.Style",
        "UITextFieldViewMode": "UITextField.ViewMode",
        "UITouchPhase": "UITouch.Phase",
        "UIViewAnimationCurve": "UIView.AnimationCurve",
        "UIViewAnimationOptions": "UIView.AnimationOptions",
        "UIViewAutoresizing": "UIView.AutoresizingMask",
        "UIViewContentMode": "UIView.ContentMode",
        "UIViewKeyframeAnimationOptions": "UIView.KeyframeAnimationOptions",
        "UIViewTintAdjustmentMode": "UIView.TintAdjustmentMode",
        "UITableViewAutomaticDimension": "UITableView.automaticDimension",
    ]
}
