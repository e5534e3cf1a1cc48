import CXML2
import Foundation

/// A document as libxml2 tells of it while it reads.
///
/// Nothing outside the document is ever opened. Entities that the document declares are known where the handler passes
/// their declarations on.
enum XMLEvents {
    /// Tells nobody anything, and opens nothing.
    static var handler: xmlSAXHandler {
        xmlInitParser()
        var handler = xmlSAXHandler()
        xmlSAXVersion(&handler, 2)
        handler.startElementNs = { _, _, _, _, _, _, _, _, _ in }
        handler.endElementNs = { _, _, _, _ in }
        handler.characters = { _, _, _ in }
        handler.ignorableWhitespace = { _, _, _ in }
        handler.cdataBlock = { _, _, _ in }
        handler.comment = nil
        handler.processingInstruction = nil
        handler.resolveEntity = { _, _, _ in nil }
        handler.externalSubset = nil
        handler.warning = nil
        handler.error = nil
        handler.fatalError = nil
        handler.serror = { _, _ in }
        return handler
    }

    /// Declares an entity of the document's own; an external one stays undeclared.
    static func declare(
        _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?, _ type: Int32,
        _ publicID: UnsafePointer<UInt8>?, _ systemID: UnsafePointer<UInt8>?, _ content: UnsafeMutablePointer<UInt8>?
    ) {
        guard type == XML_INTERNAL_GENERAL_ENTITY.rawValue || type == XML_INTERNAL_PARAMETER_ENTITY.rawValue else {
            return
        }
        xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
    }

    /// Reads a document. O(bytes).
    ///
    /// - Parameters:
    ///   - user: what the handler's functions find in the context's private field.
    ///   - started: is given the context before anything is read.
    ///   - isStopped: asked between pieces of the document.
    static func parse(
        _ data: Data, _ handler: inout xmlSAXHandler, options: xmlParserOption, user: UnsafeMutableRawPointer,
        started: (xmlParserCtxtPtr) -> Void = { _ in }, isStopped: () -> Bool
    ) -> XMLTree.Failure? {
        // Of this thread, which is the document's own: else broken encodings are told to standard error.
        xmlSetStructuredErrorFunc(nil, { _, _ in })
        return data.withUnsafeBytes { bytes -> XMLTree.Failure? in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
                return XMLTree.Failure(message: "there is not enough memory to parse it", line: 1)
            }
            defer {
                if let document = context.pointee.myDoc { xmlFreeDoc(document) }
                xmlFreeParserCtxt(context)
            }
            started(context)
            let flags = options.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
            xmlCtxtUseOptions(context, Int32(flags))
            context.pointee._private = user
            // In pieces, so that a document which fails early is not scanned to its end, nor copied whole; each twice
            // as long as the one before where a tag spans them, because it is looked for from its start with each.
            let shortest = 1 << 20
            var piece = shortest
            var at = 0
            while at < bytes.count, !isStopped(), context.pointee.wellFormed == 1 {
                let count = min(piece, bytes.count - at)
                xmlParseChunk(context, start! + at, Int32(count), 0)
                at += count
                guard let input = context.pointee.input else { break }
                piece = input.pointee.end - input.pointee.cur > piece / 2 ? piece * 2 : shortest
            }
            if !isStopped(), context.pointee.wellFormed == 1 { xmlParseChunk(context, nil, 0, 1) }
            if isStopped() || context.pointee.wellFormed == 1 { return nil }
            let error = xmlCtxtGetLastError(context)
            let message = error?.pointee.message.map { String(cString: $0) } ?? "it is not well-formed"
            return XMLTree.Failure(
                message: message.trimmingCharacters(in: .whitespacesAndNewlines), line: Int(error?.pointee.line ?? 0))
        }
    }
}
