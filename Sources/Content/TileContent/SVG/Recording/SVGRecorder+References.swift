import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// The maximum number of elements drawn by reference, counted each time. It limits the growth of small files; a map
    /// with a hundred thousand symbols of ten shapes has a million.
    private static let largestElementCount = 2_000_000
    /// The maximum number of references followed; librsvg's own limit.
    private static let largestReferenceCount = 500_000
    /// The maximum number of deeply nested references, which multiply fastest and are rarely needed.
    private static let largestDeepReferenceCount = 20_000
    private static let deepReferences = 4

    /// Marks an element as being drawn by reference. Returns false if it already is, which means that it refers to
    /// itself.
    func open(_ node: Int32) throws(Failure) -> Bool {
        try count(ReferenceCounts(references: 1, deepReferences: openReferences.count >= Self.deepReferences ? 1 : 0))
        let isFirst = openReferences.insert(node).inserted
        if !isFirst { shared.circumstances += 1 }
        return isFirst
    }

    /// Whether an element is being drawn by reference, so that a reference to it is ignored.
    func isInCircle(_ node: Int32) -> Bool {
        guard openReferences.contains(node) else { return false }
        shared.circumstances += 1
        return true
    }

    /// Counts of the elements drawn and the references followed.
    struct ReferenceCounts {
        var elements = 0
        var references = 0
        var deepReferences = 0

        static func - (a: Self, b: Self) -> Self {
            Self(
                elements: a.elements - b.elements, references: a.references - b.references,
                deepReferences: a.deepReferences - b.deepReferences)
        }
    }

    func count(_ more: ReferenceCounts) throws(Failure) {
        counts.elements += more.elements
        counts.references += more.references
        counts.deepReferences += more.deepReferences
        guard counts.elements <= Self.largestElementCount, counts.references <= Self.largestReferenceCount,
            counts.deepReferences <= Self.largestDeepReferenceCount
        else { throw .tooManyElements }
    }

    /// Draws referenced content. Recordings are shared among references that give the same result. With `isEager` the
    /// first use is already shared; otherwise content with few uses is recorded in place.
    ///
    /// - Parameter body: Draws the content, like `draw`. Its input must be determined by the key, except as tracked by
    ///   `circumstances`.
    func drawShared(
        _ key: SVGSharedPictures.Key, _ style: SVGStyle, at transform: CGAffineTransform,
        into recorder: inout PictureRecorder, isEager: Bool = false, clips: [PictureGroup.Clip] = [],
        _ body: (inout PictureRecorder, CGAffineTransform) throws(Failure) -> Box
    ) throws(Failure) -> Box {
        let isShareable = transform.concatenating(plane).isUniform
        if isShareable, let known = shared.find(key, style) {
            try count(known.counts)
            if let group = known.group {
                try takeOperations()
                recorder.draw(group, transform: transform)
            }
            return known.box
        }
        let isRare = !isEager && shared.countUse(of: key.node) < SVGSharedPictures.worthwhileUses
        if isRare { return try body(&recorder, transform) }
        let before = counts
        let circumstances = shared.circumstances
        var content = PictureRecorder()
        let box = try inPlane(transform) { () throws(Failure) in try body(&content, .identity) }
        var group: PictureGroup?
        if content.operationCount > 0 {
            try takeGroup(clips: clips.count)
            let made = PictureGroup(content: content.finish(), clips: clips)
            group = made
            recorder.draw(made, transform: transform)
        }
        if isShareable, shared.circumstances == circumstances {
            shared.add(SVGSharedPictures.Entry(style: style, group: group, box: box, counts: counts - before), key)
        }
        return box
    }
}
