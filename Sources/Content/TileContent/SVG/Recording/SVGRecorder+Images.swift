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
        if case .mesh(let mesh) = image {
            guard style.isVisible else { return mesh.bounds }
            return try layered(node, style, at: transform, into: &recorder) { recorder, transform throws(Failure) in
                try self.draw(image, style, at: transform, into: &recorder)
                return mesh.bounds
            }
        }
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

    func draw(
        _ image: SVGImageTable.Image, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder
    ) throws(Failure) {
        try takeOperations()
        switch image {
        case .pixels(let pixels, let orientation):
            let (width, height) = (Double(pixels.width), Double(pixels.height))
            recorder.draw(
                PictureImage(
                    pixels, target: Box(x: 0, y: 0, width: width, height: height), interpolation: style.interpolation,
                    edges: rules.fitsImages && style.antialiasing == .off ? .wholePixels : .exact),
                transform: orientation.transform(storedWidth: width, height: height).concatenating(transform))
        case .drawing(let group, _, let operations):
            try count(ReferenceCounts(elements: operations))
            recorder.draw(group, transform: transform)
        case .mesh(let mesh): recorder.draw(ExternalPicture(mesh, bounds: mesh.bounds), transform: transform)
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
            image = try address.map { address throws(Failure) in try self.image(address, of: node) } ?? .none
            images.byElement[node] = image
        }
        // A drawing without a size of its own may have different sizes in different places.
        guard case .unsized(let data) = image else { return image }
        // Without a given size it has that of its ink, which `.zero` requests.
        return try self.image(data, of: node, isDrawing: true, place: place ?? .zero)
    }

    func image(_ address: TextBytes, of node: Int32) throws(Failure) -> SVGImageTable.Image {
        guard let url = SVGDataURL(address) else {
            let text = SVGStyle.trimmed(TextBytes(rebasing: address.prefix(80)))
            if text.lowercased().hasPrefix("data:") {
                omissions.note(.image, "An image", at: node)
            } else if !text.isEmpty {
                omissions.note(.reference, "\(text)\(address.count > 80 ? "…" : "")", at: node)
            }
            return .none
        }
        if rules.isPage, url.type == ShadingMesh.mediaType { return try mesh(url.data, of: node) }
        let isDrawing = url.isDrawing || url.data.first { $0 > 0x20 } == 0x3C
        return try image(url.data, of: node, isDrawing: isDrawing, place: nil)
    }

    /// - Parameter place: The size for a drawing that has none of its own.
    private func image(
        _ data: Data, of node: Int32, isDrawing: Bool, place: CGSize?
    ) throws(Failure) -> SVGImageTable.Image {
        let content = SVGImageTable.Content(data: data, size: place)
        if let known = images.byContent[content] { return known }
        let image = isDrawing ? try drawing(data, of: node, place: place) : try pixels(data, of: node)
        images.byContent[content] = image
        return image
    }

    private func mesh(_ data: Data, of node: Int32) throws(Failure) -> SVGImageTable.Image {
        guard let mesh = ShadingMesh(data) else {
            omissions.note(.image, "An image", at: node)
            return .none
        }
        try chargeMemory(mesh.byteCount, for: "its images")
        return .mesh(mesh)
    }

    private func pixels(_ data: Data, of node: Int32) throws(Failure) -> SVGImageTable.Image {
        guard let image = EmbeddedImage(data, memory: limits.memory) else {
            omissions.note(.image, "An image", at: node)
            return .none
        }
        let most = Self.maxImagePixels + tree.textCount * Self.maxImagePixelsPerByte
        guard images.pixelCount + image.width * image.height <= most else {
            omissions.note(.limit, "An image beyond \(most >> 20) million pixels in total", at: node)
            return .none
        }
        images.pixelCount += image.width * image.height
        try chargeMemory(image.byteCount, for: "its images")
        images.embedded.append(image)
        if limits.decodesImagesAhead, limits.memory != nil { image.prepareSoon() }
        return .pixels(image, EXIFOrientation.read(data))
    }

    /// Reads a drawing inside the drawing.
    private func drawing(_ data: Data, of node: Int32, place: CGSize?) throws(Failure) -> SVGImageTable.Image {
        guard nesting < Self.maxNesting else {
            omissions.note(.limit, "An image that nests drawings too deeply", at: node)
            return .none
        }
        try checkRoom(data.count, for: "its images")
        func parsed(keeping names: [String: Int32] = [:]) throws(XMLTree.Failure) -> SVGRecorder {
            let inner = try XMLTree(data, maxBytes: room - data.count, keeping: names)
            let recorder = SVGRecorder(inner, limits: limits, maxBytes: room - data.count - inner.byteCount)
            recorder.nesting = nesting + 1
            recorder.layoutWork = layoutWork
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
            omissions.note(.image, "An image", at: node)
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
                trial.layoutWork = layoutWork
                try trial.readStyleSheets()
                guard let ink = try trial.extent() else { return .none }
                size = ink
            }
            picture = try recorder.recording(size: size).finish()
        } catch {
            switch error {
            case .noRoot, .size:
                omissions.note(.image, "An image", at: node)
                return .none
            default: throw error
            }
        }
        images.pixelCount = recorder.images.pixelCount
        images.embedded += recorder.images.embedded
        notes.formUnion(recorder.notes)
        // Lines in a drawing inside of the document are not lines of the document.
        for omission in recorder.allOmissions.list(lines: { _ in [:] }) {
            omissions.note(omission.kind, omission.name, at: node)
        }
        try chargeMemory(picture.byteCount, for: "its images")
        let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return .drawing(
            try group(picture, clippedTo: whole), size: size, operations: picture.totalOperationCount)
    }
}
