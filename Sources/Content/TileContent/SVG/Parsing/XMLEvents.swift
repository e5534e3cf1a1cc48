import CXML2
import Foundation

/// Parsing with libxml2's SAX interface.
///
/// No file other than the document is ever opened. Entities declared in the document are expanded only if the handler
/// forwards their declarations to `declare`.
enum XMLEvents {
    /// A handler that ignores all events and opens no external resources.
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

    /// Declares an internal entity. External entities stay undeclared.
    static func declare(
        _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<UInt8>?, _ type: Int32,
        _ publicID: UnsafePointer<UInt8>?, _ systemID: UnsafePointer<UInt8>?, _ content: UnsafeMutablePointer<UInt8>?
    ) {
        guard type == XML_INTERNAL_GENERAL_ENTITY.rawValue || type == XML_INTERNAL_PARAMETER_ENTITY.rawValue else {
            return
        }
        xmlSAX2EntityDecl(context, name, type, publicID, systemID, content)
    }

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - user: The pointer in the context's private field, for the handler's functions.
    ///   - started: Receives the context before anything is read.
    ///   - isStopped: Whether to stop, called between chunks of the document.
    /// - Complexity: O(bytes).
    static func parse(
        _ data: Data, _ handler: inout xmlSAXHandler, options: xmlParserOption, user: UnsafeMutableRawPointer,
        started: (xmlParserCtxtPtr) -> Void = { _ in }, isStopped: () -> Bool
    ) -> XMLTree.Failure? {
        // For this thread only, which belongs to the document. Otherwise libxml2 prints encoding errors to standard
        // error.
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
            // The document is parsed in chunks, so that one that fails early is neither scanned to the end nor copied
            // as a whole. While a tag spans chunks each is twice as long as the previous one, because libxml2 searches
            // from the start of the tag each time.
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
            var endsEarly = false
            if !isStopped(), context.pointee.wellFormed == 1 {
                // What is not well-formed only at its end has no end of its root, or of a tag or comment.
                endsEarly = !bytes.isEmpty && context.pointee.instate != XML_PARSER_EPILOG
                xmlParseChunk(context, nil, 0, 1)
            }
            if isStopped() || context.pointee.wellFormed == 1 { return nil }
            let error = xmlCtxtGetLastError(context)
            let line = Int(error?.pointee.line ?? 0)
            if endsEarly { return XMLTree.Failure(message: "the file ends early", line: line) }
            let message = error?.pointee.message.map { String(cString: $0) } ?? "it is not well-formed"
            return XMLTree.Failure(message: message.trimmingCharacters(in: .whitespacesAndNewlines), line: line)
        }
    }
}
