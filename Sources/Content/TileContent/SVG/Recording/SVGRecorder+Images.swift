import Foundation
import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// The maximum number of pixels of all images, plus an allowance for each byte of the document: a few bytes can
    /// declare any size.
    private static let maxImagePixels = 1 << 28
    private static let maxImagePixelsPerByte = 64
    /// The maximum nesting of drawings within drawings.
    private static let maxNesting = 3

    /// Draws an `image` element: SVG 2, 12.3. Only data URLs are read, never other files.
    func drawImage(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) -> Box {
        // A negative size is an error, and the attribute is ignored.
        let givenWidth = geometry(node, .width, along: .horizontal, style: style).flatMap { $0 < 0 ? nil : $0 }
        let givenHeight = geometry(node, .height, along: .vertical, style: style).flatMap { $0 < 0 ? nil : $0 }
        if givenWidth == 0 || givenHeight == 0 { return .empty }
        let x = geometry(node, .x, along: .horizontal, style: style) ?? 0
        let y = geometry(node, .y, along: .vertical, style: style) ?? 0
        let given = givenWidth.flatMap { width in givenHeight.map { CGSize(width: width, height: $0) } }
        let image = try image(node, place: given)
        guard let size = image.size else {
            return given.map { Box(x: x, y: y, width: Double($0.width), height: Double($0.height)) } ?? .empty
        }
        // A missing dimension follows from the image's aspect ratio.
        let (ownWidth, ownHeight) = (Double(size.width), Double(size.height))
        let width = givenWidth ?? givenHeight.map { $0 * ownWidth / ownHeight } ?? ownWidth
        let height = givenHeight ?? givenWidth.map { $0 * ownHeight / ownWidth } ?? ownHeight
        let place = Box(x: x, y: y, width: width, height: height)
        guard style.isVisible else { return place }
        return try layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
            try self.draw(image, node, in: place, style, at: transform, into: &recorder)
            return place
        }
    }

    /// Draws the image of an `feImage`, fitted into a box.
    func drawFilterImage(
        _ node: Int32, in place: Box, _ style: SVGStyle, _ recorder: inout PictureRecorder
    ) throws(Failure) {
        let size = CGSize(width: place.width, height: place.height)
        try draw(try image(node, place: size), node, in: place, style, at: .identity, into: &recorder)
    }

    private func draw(
        _ image: SVGImageTable.Image, _ node: Int32, in place: Box, _ style: SVGStyle,
        at transform: CGAffineTransform, into recorder: inout PictureRecorder
    ) throws(Failure) {
        guard let size = image.size else { return }
        let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let ratio = aspectRatio(node)
        guard let fitted = ratio.transform(from: whole, to: place), fitted.isInvertible else { return }
        if ratio.scaling == .slice, !(style.overflowIsVisible && style.overflowIsSpecified) {
            var content = PictureRecorder()
            try draw(image, style, at: fitted, into: &content)
            recorder.draw(try group(content.finish(), clippedTo: place), transform: transform)
        } else {
            try draw(image, style, at: fitted.concatenating(transform), into: &recorder)
        }
    }

    private func draw(
        _ image: SVGImageTable.Image, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        try takeOperations()
        switch image {
        case .pixels(let pixels, let orientation):
            let (width, height) = (Double(pixels.width), Double(pixels.height))
            recorder.draw(
                PictureImage(
                    pixels, target: Box(x: 0, y: 0, width: width, height: height), interpolation: style.interpolation),
                transform: orientation.transform(storedWidth: width, height: height).concatenating(transform))
        case .drawing(let group, _, let operations):
            try count(ReferenceCounts(elements: operations))
            recorder.draw(group, transform: transform)
        case .unsized, .none: break
        }
    }

    /// - Parameter place: The size that the element specifies, in user units, if any.
    private func image(_ node: Int32, place: CGSize?) throws(Failure) -> SVGImageTable.Image {
        let image: SVGImageTable.Image
        if let known = images.byElement[node] {
            image = known
        } else {
            let address = tree.value(node, .href) ?? tree.value(node, .xlinkHref)
            image = try address.map { address throws(Failure) in try self.image(address) } ?? .none
            images.byElement[node] = image
        }
        // A drawing without a size of its own may have different sizes in different places.
        guard case .unsized(let data) = image else { return image }
        // Without a given size it has that of its ink, which `.zero` requests.
        return try self.image(data, isDrawing: true, place: place ?? .zero)
    }

    private func image(_ address: TextBytes) throws(Failure) -> SVGImageTable.Image {
        guard let url = SVGDataURL(address) else {
            let text = SVGStyle.trimmed(TextBytes(rebasing: address.prefix(80)))
            if text.lowercased().hasPrefix("data:") {
                notes.insert("An image that can't be read is not shown.")
            } else if !text.isEmpty {
                notes.insert("An image in an external file is not shown: \(text)\(address.count > 80 ? "…" : "").")
            }
            return .none
        }
        let isDrawing = url.isDrawing || url.data.first { $0 > 0x20 } == 0x3C
        return try image(url.data, isDrawing: isDrawing, place: nil)
    }

    /// - Parameter place: The size for a drawing that has none of its own.
    private func image(_ data: Data, isDrawing: Bool, place: CGSize?) throws(Failure) -> SVGImageTable.Image {
        let content = SVGImageTable.Content(data: data, size: place)
        if let known = images.byContent[content] { return known }
        let image = isDrawing ? try drawing(data, place: place) : try pixels(data)
        images.byContent[content] = image
        return image
    }

    private func pixels(_ data: Data) throws(Failure) -> SVGImageTable.Image {
        guard let image = EmbeddedImage(data, memory: limits.memory) else {
            notes.insert("An image that can't be read is not shown.")
            return .none
        }
        let most = Self.maxImagePixels + tree.textCount * Self.maxImagePixelsPerByte
        guard images.pixelCount + image.width * image.height <= most else {
            notes.insert("Images beyond \(most >> 20) million pixels in total are not shown.")
            return .none
        }
        images.pixelCount += image.width * image.height
        try chargeMemory(image.byteCount, for: "its images")
        images.embedded.append(image)
        if limits.decodesImagesAhead, limits.memory != nil { image.prepareSoon() }
        return .pixels(image, EXIFOrientation.read(data))
    }

    /// Reads a drawing inside the drawing.
    private func drawing(_ data: Data, place: CGSize?) throws(Failure) -> SVGImageTable.Image {
        guard nesting < Self.maxNesting else {
            notes.insert("An image that nests drawings too deeply is not shown.")
            return .none
        }
        try checkRoom(data.count, for: "its images")
        func parsed(keeping names: [String: Int32] = [:]) throws(XMLTree.Failure) -> SVGRecorder {
            let inner = try XMLTree(data, maxBytes: room - data.count, keeping: names)
            let recorder = SVGRecorder(inner, limits: limits, maxBytes: room - data.count - inner.byteCount)
            recorder.nesting = nesting + 1
            recorder.images.pixelCount = images.pixelCount
            return recorder
        }
        var recorder: SVGRecorder
        do throws(XMLTree.Failure) {
            recorder = try parsed()
            if let names = try? recorder.attributesOfSelectors(), !names.isEmpty {
                recorder = try parsed(keeping: names)
            }
        } catch {
            if error.isTooLarge { throw .tooMuchMemory(of: "its images") }
            notes.insert("An image that can't be read is not shown.")
            return .none
        }
        try recorder.readStyleSheets()
        let picture: Picture
        let size: CGSize
        do throws(Failure) {
            if let known = try recorder.size(in: place == .zero ? nil : place) {
                size = known
            } else {
                guard place != nil else { return .unsized(data) }
                let trial = SVGRecorder(recorder.tree, limits: limits, maxBytes: recorder.room)
                trial.nesting = recorder.nesting
                try trial.readStyleSheets()
                guard let ink = try trial.extent() else { return .none }
                size = ink
            }
            picture = try recorder.recording(size: size).finish()
        } catch {
            switch error {
            case .noRoot, .size:
                notes.insert("An image that can't be read is not shown.")
                return .none
            default: throw error
            }
        }
        images.pixelCount = recorder.images.pixelCount
        images.embedded += recorder.images.embedded
        notes.formUnion(recorder.notes)
        try chargeMemory(picture.byteCount, for: "its images")
        let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return .drawing(
            try group(picture, clippedTo: whole), size: size, operations: picture.totalOperationCount)
    }
}
