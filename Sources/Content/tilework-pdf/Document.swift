import CPoppler
import Glibc
import PopplerDevice
import PopplerMessages

/// An open Poppler document.
final class Document {
    let pointer: OpaquePointer
    let pageCount: Int
    private let path: String
    private let password: String
    private lazy var drawnFile = DrawnFile(path: path, password: password)

    private init(_ pointer: OpaquePointer, path: String, password: String) {
        self.pointer = pointer
        self.path = path
        self.password = password
        pageCount = max(0, Int(poppler_document_get_n_pages(pointer)))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// The same document for drawing, which the GLib interface cannot do with an output device of ours; nil if it can't
    /// be read.
    var file: OpaquePointer? { drawnFile.pointer }

    /// A document opened by the output device.
    private final class DrawnFile {
        let pointer: OpaquePointer?

        init(path: String, password: String) { pointer = page_file_open(path, password) }

        deinit { if let pointer { page_file_close(pointer) } }
    }

    static func open(path: String, password: String) -> Result<Document, Refusal> {
        let opened = openHere(path: path, password: password)
        switch opened {
        case .success(let document): if document.hasEnds { return opened }
        case .failure(let refusal): if refusal.isEncrypted { return opened }
        }
        // The process reads one document, so the copy stays open.
        let copy = page_file_repair(path)
        guard copy >= 0 else { return opened }
        return openHere(path: "/proc/self/fd/\(copy)", password: password)
    }

    /// The maximum number of pages with which the last is looked up, for which Poppler visits all pages.
    private static let mostVisited = 2000

    /// Whether the first page can be read, and the last one of a document that isn't large.
    private var hasEnds: Bool {
        func isReadable(_ index: Int) -> Bool { withPage(index) { _ in true } ?? false }
        return isReadable(0) && (pageCount > Self.mostVisited || isReadable(pageCount - 1))
    }

    private static func openHere(path: String, password: String) -> Result<Document, Refusal> {
        var error: UnsafeMutablePointer<GError>?
        guard let uri = g_filename_to_uri(path, nil, &error) else { return .failure(Refusal(taking: error)) }
        defer { g_free(uri) }
        guard let opened = poppler_document_new_from_file(uri, password.isEmpty ? nil : password, &error) else {
            return .failure(Refusal(taking: error))
        }
        return .success(Document(opened, path: path, password: password))
    }

    var description: PopplerDescription {
        PopplerDescription(
            pageCount: pageCount, version: Self.text(poppler_document_get_pdf_version_string(pointer)),
            title: Self.text(poppler_document_get_title(pointer)),
            producer: Self.text(poppler_document_get_producer(pointer)),
            creator: Self.text(poppler_document_get_creator(pointer)),
            isRestricted: poppler_document_get_permissions(pointer).rawValue & POPPLER_PERMISSIONS_FULL.rawValue
                != POPPLER_PERMISSIONS_FULL.rawValue,
            attachments: Int(poppler_document_get_n_attachments(pointer)))
    }

    /// Calls `body` with a page; nil if the page does not exist or is damaged.
    func withPage<Value>(_ index: Int, _ body: (OpaquePointer) -> Value) -> Value? {
        guard (0..<pageCount).contains(index), let page = poppler_document_get_page(pointer, Int32(index)) else {
            return nil
        }
        defer { g_object_unref(UnsafeMutableRawPointer(page)) }
        return body(page)
    }

    /// Returns the size of a page in points.
    func size(_ index: Int) -> PopplerSize {
        guard let size = withPage(index, Self.sizeInUnits) else { return PopplerSize(width: 0, height: 0) }
        let unit = userUnit(index)
        return PopplerSize(width: size.width * unit, height: size.height * unit)
    }

    /// Returns the size of a page's unit in points, which plans of more than 5 m set.
    func userUnit(_ index: Int) -> Double { file.map { page_file_user_unit($0, Int32(index)) } ?? 1 }

    /// Returns the size of a page in its own units.
    static func sizeInUnits(_ page: OpaquePointer) -> PopplerSize {
        var width = 0.0
        var height = 0.0
        poppler_page_get_size(page, &width, &height)
        return PopplerSize(width: width, height: height)
    }

    /// Converts and frees a string owned by the caller, replacing invalid UTF-8.
    static func text(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    // MARK: Links and outline

    /// Returns the links of a page, without those on layers that are not shown.
    func links(_ index: Int) -> [PopplerLink] {
        withPage(index) { page in
            let plane = plane(page, index)
            let list = poppler_page_get_link_mapping(page)
            defer { poppler_page_free_link_mapping(list) }
            // Poppler returns them in reverse order.
            let mappings = GListSequence(list).map { $0.assumingMemoryBound(to: PopplerLinkMapping.self).pointee }
                .reversed()
            var isShown = [Bool](repeating: true, count: mappings.count)
            if let file { _ = page_file_shown_links(file, Int32(index), &isShown, Int32(mappings.count)) }
            var links: [PopplerLink] = []
            for (mapping, isShown) in zip(mappings, isShown) where isShown && links.count < PopplerLimits.linksOfPage {
                guard let action = mapping.action else { continue }
                let target = target(of: action)
                if target != .none { links.append(PopplerLink(rect: plane.rect(mapping.area), target: target)) }
            }
            return links
        } ?? []
    }

    /// The plane of a page.
    struct Plane {
        /// The size in units of the page.
        var size: PopplerSize
        var userUnit: Double

        /// The largest coordinate, so that a rectangle has finite numbers whatever the file says.
        private static let largest = 1e9

        /// Converts a rectangle from Poppler's coordinates, which start at the bottom left, to points.
        func rect(_ area: PopplerRectangle) -> PopplerRect {
            func bounded(_ value: Double) -> Double { max(-Self.largest, min(Self.largest, value)) }
            let (x1, y1, x2, y2) = (bounded(area.x1), bounded(area.y1), bounded(area.x2), bounded(area.y2))
            let (left, right) = (min(x1, x2), max(x1, x2))
            let (bottom, top) = (min(y1, y2), max(y1, y2))
            return PopplerRect(
                x: left * userUnit, y: (size.height - top) * userUnit, width: (right - left) * userUnit,
                height: (top - bottom) * userUnit)
        }
    }

    private func plane(_ page: OpaquePointer, _ index: Int) -> Plane {
        Plane(size: Self.sizeInUnits(page), userUnit: userUnit(index))
    }

    private func target(of action: UnsafeMutablePointer<PopplerAction>) -> PopplerTarget {
        switch action.pointee.type {
        case POPPLER_ACTION_URI:
            guard let uri = action.pointee.uri.uri else { return .none }
            return .address(String(cString: uri))
        case POPPLER_ACTION_GOTO_DEST:
            guard let dest = action.pointee.goto_dest.dest else { return .none }
            guard dest.pointee.type == POPPLER_DEST_NAMED else { return target(dest.pointee) }
            guard let name = dest.pointee.named_dest, let found = poppler_document_find_dest(pointer, name) else {
                return .none
            }
            defer { poppler_dest_free(found) }
            return target(found.pointee)
        default: return .none
        }
    }

    private func target(_ dest: PopplerDest) -> PopplerTarget {
        let page = Int(dest.page_num) - 1
        guard (0..<pageCount).contains(page) else { return .none }
        let hasTop: Bool
        switch dest.type {
        case POPPLER_DEST_XYZ: hasTop = dest.change_top != 0
        case POPPLER_DEST_FITH, POPPLER_DEST_FITBH, POPPLER_DEST_FITR: hasTop = true
        default: hasTop = false
        }
        guard hasTop, let top = top(dest.top, on: page) else { return .page(page, top: nil) }
        return .page(page, top: top)
    }

    /// Converts a y-coordinate of the page's plane, measured from its bottom, to the distance from the top of the
    /// displayed page. Nil for a rotated page, where another side is at the top.
    private func top(_ y: Double, on index: Int) -> Double? {
        withPage(index) { page -> Double? in
            var box = PopplerRectangle()
            poppler_page_get_crop_box(page, &box)
            let size = Self.sizeInUnits(page)
            guard abs(abs(box.y2 - box.y1) - size.height) < 0.5, y.isFinite else { return nil }
            return min(size.height, max(0, max(box.y1, box.y2) - y)) * userUnit(index)
        } ?? nil
    }

    func outline() -> [PopplerOutlineItem] {
        var items: [PopplerOutlineItem] = []
        if let first = poppler_index_iter_new(pointer) { add(first, level: 0, to: &items) }
        return items
    }

    /// - Parameter entry: The iterator, which this function frees.
    private func add(_ entry: OpaquePointer, level: Int, to items: inout [PopplerOutlineItem]) {
        defer { poppler_index_iter_free(entry) }
        repeat {
            guard items.count < PopplerLimits.outlineItems else { return }
            guard let action = poppler_index_iter_get_action(entry) else { continue }
            let title = action.pointee.any.title.map { String(cString: $0) } ?? ""
            items.append(PopplerOutlineItem(level: level, title: title, target: target(of: action)))
            poppler_action_free(action)
            if level < PopplerLimits.outlineDepth, let child = poppler_index_iter_get_child(entry) {
                add(child, level: level + 1, to: &items)
            }
        } while poppler_index_iter_next(entry) != 0
    }

    // MARK: Content

    func fonts(pages: Int) -> [PopplerFont] {
        guard let info = poppler_font_info_new(pointer) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        var entry: OpaquePointer?
        guard poppler_font_info_scan(info, Int32(min(pages, pageCount)), &entry) != 0, let entry else { return [] }
        defer { poppler_fonts_iter_free(entry) }
        var fonts: [PopplerFont] = []
        repeat {
            func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
            fonts.append(
                PopplerFont(
                    name: text(poppler_fonts_iter_get_name(entry)),
                    isEmbedded: poppler_fonts_iter_is_embedded(entry) != 0,
                    substitute: text(poppler_fonts_iter_get_substitute_name(entry))))
        } while fonts.count < PopplerLimits.fonts && poppler_fonts_iter_next(entry) != 0
        return fonts
    }
}

extension Refusal {
    init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self.init(message: "Poppler gives no reason")
            return
        }
        let isEncrypted =
            error.pointee.domain == poppler_error_quark()
            && error.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
        self.init(message: String(cString: error.pointee.message), isEncrypted: isEncrypted)
        g_error_free(error)
    }
}

/// The elements of a GLib list.
struct GListSequence: Sequence, IteratorProtocol {
    private var following: UnsafeMutablePointer<GList>?

    init(_ list: UnsafeMutablePointer<GList>?) { following = list }

    mutating func next() -> UnsafeMutableRawPointer? {
        while let entry = following {
            following = entry.pointee.next
            if let data = entry.pointee.data { return data }
        }
        return nil
    }
}
