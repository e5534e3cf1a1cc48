import Foundation
import LibrsvgMessages
import TileGeometry
import TileGraphics
import TileSupport

/// Determines the extents of a document's islands by asking librsvg.
struct SVGIslandReading {
    let tree: XMLTree
    let data: Data
    let size: CGSize
    let limits: ContentLimits
    /// Sentences about the document for its owner.
    private(set) var notes: Set<String> = []
    /// The elements that are not shown for the reasons in the notes.
    private(set) var missing: [Int32] = []
    private(set) var failureCount = 0
    /// Whether reading again would give the same result; false after a timeout.
    private(set) var isLasting = true

    /// The number of elements on which librsvg may fail before the rest is skipped. Each failure may have taken ten
    /// seconds or more.
    private static let largestFailureCount = 1
    /// The time limit for measuring all islands, in nanoseconds; opening the drawing waits for it. Measuring one
    /// usually takes a few milliseconds.
    private static let largestTime: UInt64 = 15_000_000_000

    init(_ tree: XMLTree, _ data: Data, size: CGSize, limits: ContentLimits) {
        self.tree = tree
        self.data = data
        self.size = size
        self.limits = limits
    }

    /// Whether librsvg can look up an element by this id.
    static func isName(_ id: TextBytes) -> Bool {
        id.count <= LibrsvgRequest.longestName && !id.contains(UInt8(ascii: "#")) && !id.contains(0)
    }

    /// Determines all islands of a table. Returns false if they cannot be drawn apart from the document.
    ///
    /// - Throws: `LibrsvgFailure` if the failure is not the document's fault.
    mutating func read(_ table: inout SVGIslandTable) throws(LibrsvgFailure) -> Bool {
        let nodes = table.elements.map(\.node)
        var isUnbearable: [Int32: Bool] = [:]
        var excerpt = SVGExcerpt(of: tree, holding: nodes)
        if let complaint = SVGFallbackGuard.complaint(tree, in: excerpt.nodes) {
            for node in nodes {
                let own = SVGExcerpt(of: tree, holding: [node]).nodes
                isUnbearable[node] = SVGFallbackGuard.complaint(tree, in: own) != nil
            }
            excerpt = SVGExcerpt(of: tree, holding: nodes.filter { isUnbearable[$0] != true })
            notes.insert("An element is not shown: \(complaint.what), more than the limit of \(complaint.limit).")
        }
        let names = names(of: nodes)
        let given = names.filter { tree.value($0.key, .id)?.isEmpty != false }
        guard let bytes = excerpt.write(data, ids: given),
            let document = LibrsvgDocument(bytes, limits: limits.librsvg.ofElement)
        else { return false }
        let elements = LibrsvgElements(document, contentSize: size, memory: limits.memory)
        let begin = MonotonicClock.nanoseconds
        for (number, node) in nodes.enumerated() {
            guard MonotonicClock.nanoseconds - begin < Self.largestTime else {
                notes.insert("Some elements are not shown: librsvg takes too long to locate them.")
                isLasting = false
                missing.append(node)
                table.register(node, as: .absent)
                continue
            }
            guard isUnbearable[node] != true, failureCount < Self.largestFailureCount, let name = names[node] else {
                missing.append(node)
                table.register(node, as: .absent)
                continue
            }
            do throws(LibrsvgFailure) {
                table.register(node, as: island(try elements.extent(ofElement: name), name, number, elements))
            } catch {
                guard error.isOfFile else { throw error }
                failureCount += 1
                isLasting = false
                notes.insert("An element is not shown: \(WorkerMessages.librsvg.text(error)).")
                missing.append(node)
                table.register(node, as: .absent)
            }
        }
        return true
    }

    private func island(
        _ extent: LibrsvgExtent, _ name: String, _ number: Int, _ elements: LibrsvgElements
    ) -> SVGIslandTable.Island {
        let content = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let ink = Box(extent.ink).intersection(content)
        guard !extent.ink.isEmpty, ink.width > 0, ink.height > 0 else { return .absent }
        let element = LibrsvgElement(name, number: number, bounds: ink, in: elements)
        return .drawn(ExternalPicture(element, bounds: ink), box: extent.box.isEmpty ? .empty : Box(extent.box))
    }

    /// Returns an id for each element: its own, or a new one that is unique in the document.
    private func names(of nodes: [Int32]) -> [Int32: String] {
        var names: [Int32: String] = [:]
        var number = 0
        for node in nodes {
            if let id = tree.value(node, .id), !id.isEmpty {
                names[node] = String(decoding: id, as: UTF8.self)
                continue
            }
            repeat { number += 1 } while tree.node(withID: "island-\(number)") != nil
            names[node] = "island-\(number)"
        }
        return names
    }
}

extension Box {
    fileprivate init(_ rect: LibrsvgExtent.Rect) {
        self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
}
