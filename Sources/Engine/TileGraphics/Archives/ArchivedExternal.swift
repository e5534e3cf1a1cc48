import TileGeometry

extension PictureArchiveWriter {
    mutating func add(_ external: ExternalPicture, to bytes: inout ArchiveBytes) throws(Failure) {
        guard external.bounds.isFinite, let (document, part) = external.drawing.archived else { throw .notKept }
        bytes.add(external.bounds)
        // A record of its own, because the document's parts share it.
        try add(document, to: &bytes, isApart: true) { _, bytes in bytes.add(document.archived) }
        bytes.add(count: part.count)
        bytes.add(part)
    }
}

extension ArchiveDecoder {
    mutating func external() throws(ArchiveDamage) -> ExternalPicture {
        let bounds = try cursor.box()
        guard bounds.isFinite, !bounds.isEmpty, try cursor.flag() else { throw .value }
        let number = try cursor.word()
        let document =
            if let known = shelf.known(number) as? any ExternalDocument { known } else { try newDocument(number) }
        let part = Array(try cursor.bytes(try cursor.count(ofSize: 1)))
        guard let drawing = document.drawing(ofArchived: part, bounds: bounds) else { throw .value }
        madeBytes += Picture.objectBytes + drawing.byteCount
        return ExternalPicture(drawing, bounds: bounds)
    }

    private func newDocument(_ number: UInt32) throws(ArchiveDamage) -> any ExternalDocument {
        guard let document = shelf.makers.document(try shelf.data(number)) else { throw .value }
        return shelf.keep(document, number) as? any ExternalDocument ?? document
    }
}
