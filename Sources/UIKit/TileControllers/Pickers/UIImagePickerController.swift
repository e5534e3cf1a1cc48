import Foundation
import TileBars
public import TileDrawing
import TileViews

/// The delegate of an image picker.
public protocol UIImagePickerControllerDelegate: AnyObject {
    /// Called when a person chooses an image. By default, the picker is dismissed.
    func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
    /// Called when a person chooses no image. By default, the picker is dismissed.
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
    public func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) { picker.dismiss(animated: true) }
    public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { picker.dismiss(animated: true) }
}

/// A view controller for choosing one of the images in `photos`.
///
///     let picker = UIImagePickerController()
///     picker.photos = images
///     picker.delegate = self
///     present(picker, animated: true)
///
/// The delegate's type is that of a navigation controller's delegate; an object that is also a
/// `UIImagePickerControllerDelegate` gets the choice. A test chooses with `choose(_:)` and `cancel()`, which do what a
/// person's touches do.
open class UIImagePickerController: UINavigationController {
    public enum SourceType: Int, Hashable, Sendable {
        case photoLibrary = 0
        case camera = 1
        case savedPhotosAlbum = 2
    }

    /// A key of the values that the delegate gets.
    public struct InfoKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
        public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
        public static let cropRect = InfoKey(rawValue: "UIImagePickerControllerCropRect")
        public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
        public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
        public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
    }

    private static let imageType = "public.image"

    /// Returns whether images of a source can be chosen: all but those of a camera.
    open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { sourceType != .camera }
    open class func availableMediaTypes(for sourceType: SourceType) -> [String]? {
        isSourceTypeAvailable(sourceType) ? [imageType] : nil
    }

    /// The source. As in UIKit, one that is not available traps.
    open var sourceType = SourceType.photoLibrary {
        didSet { precondition(Self.isSourceTypeAvailable(sourceType), "Source type \(sourceType) not available") }
    }
    /// The types of media. Only images can be chosen.
    open var mediaTypes = [UIImagePickerController.imageType]
    /// A Boolean value that indicates whether the delegate also gets an edited image. It is the original one: images
    /// can't be edited here.
    open var allowsEditing = false

    /// The images to choose from. UIKit has those of the person's library instead.
    public final var photos: [UIImage] = [] { didSet { (viewControllers.first as? PhotoGrid)?.show(photos) } }

    public convenience init() {
        let grid = PhotoGrid()
        self.init(rootViewController: grid)
        grid.choose = { [unowned self] in choose($0) }
        grid.cancel = { [unowned self] in cancel() }
    }

    // MARK: Choices

    /// Chooses an image, which need not be one of `photos`, as a touch does.
    public final func choose(_ image: UIImage) {
        var info: [InfoKey: Any] = [.originalImage: image, .mediaType: Self.imageType]
        if allowsEditing {
            info[.editedImage] = image
            info[.cropRect] = CGRect(origin: .zero, size: image.size)
        }
        guard let chooser = delegate as? any UIImagePickerControllerDelegate else { return dismiss(animated: true) }
        chooser.imagePickerController(self, didFinishPickingMediaWithInfo: info)
    }

    /// Chooses no image, as the button does.
    public final func cancel() {
        guard let chooser = delegate as? any UIImagePickerControllerDelegate else { return dismiss(animated: true) }
        chooser.imagePickerControllerDidCancel(self)
    }
}

/// A grid of images.
final class PhotoGrid: UIViewController {
    var choose: (UIImage) -> Void = { _ in }
    var cancel: () -> Void = {}
    private var images: [UIImage] = []
    private let scroll = UIScrollView(frame: .zero)
    private let message = UILabel(frame: .zero)
    private(set) var cells: [PhotoCell] = []

    private static let columns = 3
    private static let gap: CGFloat = 2

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Photos"
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .cancel, primaryAction: UIAction { [unowned self] _ in cancel() })
        view.backgroundColor = .systemBackground
        scroll.alwaysBounceVertical = true
        message.text = "No Photos"
        message.font = .preferredFont(forTextStyle: .title2)
        message.adjustsFontForContentSizeCategory = true
        message.textColor = .secondaryLabel
        message.textAlignment = .center
        for each in [message, scroll] as [UIView] { view.addSubview(each) }
        show(images)
    }

    func show(_ images: [UIImage]) {
        self.images = images
        guard isViewLoaded else { return }
        for cell in cells { cell.removeFromSuperview() }
        cells = images.map { image in PhotoCell(image) { [unowned self] in choose(image) } }
        for cell in cells { scroll.addSubview(cell) }
        message.isHidden = !images.isEmpty
        view.setNeedsLayout()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        (scroll.frame, message.frame) = (view.bounds, view.bounds.inset(by: view.safeAreaInsets))
        let (count, gap) = (CGFloat(Self.columns), Self.gap)
        let side = max(0, (view.bounds.width - (count - 1) * gap) / count)
        let isRightToLeft = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
        for (index, cell) in cells.enumerated() {
            let (row, place) = (CGFloat(index / Self.columns), index % Self.columns)
            let column = CGFloat(isRightToLeft ? Self.columns - 1 - place : place)
            cell.frame = CGRect(x: column * (side + gap), y: row * (side + gap), width: side, height: side)
        }
        let rows = (CGFloat(cells.count) / count).rounded(.up)
        scroll.contentSize = CGSize(width: view.bounds.width, height: max(0, rows * (side + gap) - gap))
    }
}

/// An image of a grid, cut to a square.
final class PhotoCell: UIControl, ViewPart {
    private let image: UIImageView

    init(_ image: UIImage, choose: @escaping () -> Void) {
        self.image = UIImageView(image: image)
        super.init(frame: .zero)
        self.image.contentMode = .scaleAspectFill
        clipsToBounds = true
        addSubview(self.image)
        isAccessibilityElement = true
        accessibilityTraits = [.button, .image]
        accessibilityLabel = "Photo"
        addAction(UIAction { _ in choose() }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }

    override var isHighlighted: Bool { didSet { image.alpha = isHighlighted ? 0.6 : 1 } }

    override func layoutSubviews() {
        super.layoutSubviews()
        image.frame = bounds
    }
}
