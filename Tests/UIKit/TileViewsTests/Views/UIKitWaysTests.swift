import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

/// Cases in which views behaved differently from recordings of UIKit.
@Suite("As recorded of UIKit")
struct UIKitWaysTests {
    @Test("A background that was given to the layer is the view's, and follows no traits")
    func layerBackground() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(view.backgroundColor == nil)
        view.layer.backgroundColor = UIColor.red.cgColor
        #expect(view.backgroundColor == .red)
        view.backgroundColor = .systemBackground
        #expect(view.backgroundColor === UIColor.systemBackground)
        view.traitOverrides.userInterfaceStyle = .dark
        #expect(view.layer.backgroundColor == UIColor.black.cgColor || view.layer.backgroundColor?.alpha == 1)
        #expect(view.backgroundColor === UIColor.systemBackground)
        view.layer.backgroundColor = UIColor.green.cgColor
        view.traitOverrides.userInterfaceStyle = .light
        #expect(view.backgroundColor == .green && view.layer.backgroundColor == UIColor.green.cgColor)
        view.layer.backgroundColor = nil
        #expect(view.backgroundColor == nil)
    }

    @Test("Labels and image views are opaque by themselves, their layers only with a background that is")
    func opacity() {
        for view in [UILabel(frame: .zero), UIImageView(frame: .zero)] {
            #expect(view.isOpaque && !view.layer.isOpaque)
            view.backgroundColor = .white
            #expect(view.layer.isOpaque)
            view.backgroundColor = UIColor(white: 1, alpha: 0.5)
            #expect(view.isOpaque && !view.layer.isOpaque)
        }
    }

    @Test("A button with an image is as high as what it shows; a title alone, or nothing, has 6 points above and below")
    func buttons() {
        let button = UIButton(frame: .zero)
        let line = UIFont.systemFont(ofSize: UIFont.buttonFontSize).lineHeight.rounded(.up)
        button.sizeToFit()
        #expect(button.bounds.size == CGSize(width: 30, height: line + 12))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 50)).image { _ in }
        button.setImage(image, for: .normal)
        #expect(button.intrinsicContentSize == CGSize(width: 20, height: 50))
        button.setTitle("Go on", for: .normal)
        #expect(button.intrinsicContentSize.height == 50 && button.intrinsicContentSize.width > 30)
        button.setImage(nil, for: .normal)
        #expect(abs(button.intrinsicContentSize.height - line - 12) <= 1)
    }

    @Test("Colors are of the spaces that Apple's are of, and come back so from archives")
    func colorSpaces() throws {
        #expect(CGColor(gray: 0.5, alpha: 1).colorSpace?.name == "kCGColorSpaceGenericGray")
        #expect(UIColor(white: 0.5, alpha: 1).cgColor.colorSpace?.name == CGColorSpace.extendedGray)
        #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1).cgColor.colorSpace?.name == CGColorSpace.extendedSRGB)
        let colors = [
            UIColor(white: 0.25, alpha: 0.5), UIColor(red: 2, green: -1, blue: 0, alpha: 1),
            UIColor(cgColor: CGColor(gray: 0.5, alpha: 1)),
            UIColor(cgColor: CGColor(red: 1, green: 0, blue: 0, alpha: 1)),
        ]
        for color in colors {
            let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
            let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data)
            #expect(copy == color && copy?.cgColor.components == color.cgColor.components)
        }
    }

    @Test(
        "A transform that is none of the plane is the identity as an affine one; a layer is its own presentation at once"
    )
    func layers() {
        let layer = CALayer()
        layer.transform = CATransform3DMakeRotation(1, 1, 0, 0)
        #expect(layer.affineTransform() == .identity)
        layer.transform = CATransform3DMakeScale(2, 3, 1)
        #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 3))
        #expect(layer.presentation() === layer)
    }

    @Test(
        "What UIKit takes is taken: places beyond the last, scales and limits that are none, masks that lie elsewhere")
    func acceptance() {
        let (layer, sublayer) = (CALayer(), CALayer())
        layer.insertSublayer(sublayer, at: 999)
        #expect(layer.sublayers == [sublayer])
        let mask = CALayer()
        layer.addSublayer(mask)
        sublayer.mask = mask
        #expect(sublayer.mask === mask && layer.sublayers == [sublayer])
        let other = CALayer()
        other.mask = mask
        #expect(other.mask === mask && sublayer.mask == nil)
        layer.contentsScale = 0
        #expect(layer.contentsScale == 1)
        let label = UILabel()
        label.numberOfLines = -1
        label.minimumScaleFactor = 7
        #expect(label.numberOfLines == 0 && label.minimumScaleFactor == 1)
        let image = UIImage(cgImage: CGImage(bitmap: Bitmap(width: 2, height: 2)), scale: 0, orientation: .up)
        #expect(image.size == CGSize(width: 2, height: 2))
        let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        (scrollView.minimumZoomScale, scrollView.maximumZoomScale) = (0, .infinity)
        scrollView.setZoomScale(3, animated: false)
        scrollView.setZoomScale(0, animated: false)
        #expect(scrollView.zoomScale.isFinite)
    }

    @Test("Bounds that are set scroll without telling the delegate; an offset that is set tells it")
    func boundsOfScrollViews() {
        final class Listener: UIScrollViewDelegate {
            var count = 0
            func scrollViewDidScroll(_ scrollView: UIScrollView) { count += 1 }
        }
        let (scrollView, listener) = (UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)), Listener())
        scrollView.contentSize = CGSize(width: 100, height: 100)
        scrollView.delegate = listener
        scrollView.bounds.origin.y = 20
        #expect(listener.count == 0 && scrollView.contentOffset.y == 20)
        scrollView.contentOffset.y = 30
        #expect(listener.count == 1)
        scrollView.setContentOffset(.zero, animated: false)
        #expect(listener.count == 2)
    }
}
