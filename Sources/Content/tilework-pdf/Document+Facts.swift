import PopplerDevice
import PopplerMessages

// Information for the document's owner.
extension Document {
    /// Returns what is known about a page without drawing it.
    func facts(ofPage index: Int) -> PopplerPageFacts {
        guard let file else { return PopplerPageFacts(label: "", features: []) }
        let label = texts { page_file_label(file, Int32(index), $0, $1) }.first?.text ?? ""
        let features = page_file_features(file, Int32(index))
        return PopplerPageFacts(label: label, features: PopplerFeatures(rawValue: Int(features)))
    }

    var facts: PopplerDocumentFacts {
        guard let file else { return PopplerDocumentFacts(features: [], layers: [], attachments: []) }
        return PopplerDocumentFacts(
            features: PopplerFeatures(rawValue: Int(page_file_document_features(file))),
            layers: texts { page_file_layers(file, $0, $1) }.prefix(PopplerLimits.layers).map {
                PopplerLayer(name: $0.text, isShown: $0.number != 0)
            },
            attachments: texts { page_file_attachments(file, $0, $1) }.prefix(PopplerLimits.attachments).map {
                PopplerAttachment(name: $0.text, byteCount: $0.number < 0 ? nil : Int($0.number))
            })
    }

    private typealias Texts = [(text: String, number: Int64)]

    /// Collects the texts that a function sends.
    private func texts(_ body: (PageReceiver, UnsafeMutableRawPointer) -> Void) -> Texts {
        var texts: Texts = []
        withUnsafeMutablePointer(to: &texts) { pointer in
            body(
                { context, start, count, number in
                    guard let context else { return }
                    let bytes = UnsafeRawBufferPointer(start: start, count: count)
                    context.assumingMemoryBound(to: Texts.self).pointee
                        .append((String(decoding: bytes, as: UTF8.self), number))
                }, UnsafeMutableRawPointer(pointer))
        }
        return texts
    }
}
