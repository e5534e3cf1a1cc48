public import Foundation
import TileSupport

/// An image in the flow of text, in place of the object replacement character (U+FFFC) of an attributed string.
///
///     let attachment = NSTextAttachment(image: flag)
///     attachment.bounds = CGRect(x: 0, y: -4, width: 20, height: 15)
///     text.append(NSAttributedString(attachment: attachment))
///
/// The bottom of the image is on the baseline. A positive `bounds.origin.y` raises it, and a negative one lowers it.
/// Labels and text views keep what an attachment has when their text is set; strings that are drawn read it each time.
open class NSTextAttachment: NSObject, NSSecureCoding {
    // The first property: see `AttributeObjectTag`.
    private let tag = AttributeObjectTag()

    /// The object replacement character, as a UTF-16 unit.
    public static let character = 0xFFFC

    /// The image. Without one, `contents` are decoded.
    open var image: UIImage?
    /// The size of the image in the text, and its place above the baseline. If all are 0, the image's own size. Lengths
    /// that are negative or NaN count as 0, and those above 16,384 points as that.
    open var bounds = CGRect.zero
    /// The space to the left and to the right.
    open var lineLayoutPadding: CGFloat = 0
    open var contents: Data? {
        didSet { decoded.withLock { $0 = .pending } }
    }
    /// The uniform type of `contents`, such as `public.png`. Images are recognized by their data alone.
    open var fileType: String?
    /// The text that stands for the attachment when a label is read aloud.
    open var accessibilityLabel: String?

    /// The image of `contents`.
    private enum Decoded {
        case pending
        case finished(UIImage?)
    }

    /// Decoded once, so that layouts of the same attachment are equal. Text is also drawn on other threads.
    private let decoded = Lock(Decoded.pending)

    public init(data contentData: Data?, ofType uti: String?) {
        contents = contentData
        fileType = uti
    }

    public override convenience init() { self.init(data: nil, ofType: nil) }

    public convenience init(image: UIImage) {
        self.init(data: nil, ofType: nil)
        self.image = image
    }

    // MARK: Archives

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.archive(image, forKey: "image")
        coder.archive(bounds, forKey: "bounds")
        coder.encode(Double(lineLayoutPadding), forKey: "lineLayoutPadding")
        coder.archive(contents.map { $0 as NSData }, forKey: "contents")
        coder.archive(fileType, forKey: "fileType")
        coder.archive(accessibilityLabel, forKey: "accessibilityLabel")
    }

    public required init?(coder: NSCoder) {
        contents = coder.archivedObject("contents", of: NSData.self) as Data?
        fileType = coder.archivedText("fileType")
        image = coder.archivedObject("image", of: UIImage.self)
        bounds = coder.archivedRect("bounds") ?? .zero
        lineLayoutPadding = coder.archivedLength("lineLayoutPadding") ?? 0
        accessibilityLabel = coder.archivedText("accessibilityLabel")
    }

    // MARK: Layout

    /// The attachment as text layout uses it.
    var drawn: AttachedImage {
        let shown = image ?? decodedContents
        let bounds = bounds == .zero ? CGRect(origin: .zero, size: shown?.size ?? .zero) : bounds
        return AttachedImage(
            image: shown, left: Self.length(bounds.origin.x, from: -AttachedImage.longest),
            lift: Self.length(bounds.origin.y, from: -AttachedImage.longest), width: Self.length(bounds.size.width),
            height: Self.length(bounds.size.height), padding: Self.length(lineLayoutPadding))
    }

    private var decodedContents: UIImage? {
        guard let contents else { return nil }
        return decoded.withLock { decoded in
            if case .finished(let image) = decoded { return image }
            let image = UIImage(data: contents)
            decoded = .finished(image)
            return image
        }
    }

    private static func length(_ value: CGFloat, from least: CGFloat = 0) -> CGFloat {
        value.isNaN ? 0 : min(AttachedImage.longest, max(least, value))
    }
}

extension NSAttributedString {
    /// Creates the text of one object replacement character with an attachment.
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }

    /// The text as it is read aloud: with the labels of its attachments in their place, nothing for those without one.
    package var spokenText: String {
        guard string.utf16.contains(UInt16(NSTextAttachment.character)) else { return string }
        var text = ""
        let whole = string as NSString
        enumerateAttribute(.attachment, in: NSRange(location: 0, length: length)) { value, range, _ in
            let part = whole.substring(with: range)
            let description = (value as? NSTextAttachment)?.accessibilityLabel ?? ""
            text += part.replacingOccurrences(of: "\u{FFFC}", with: description)
        }
        return text
    }
}
