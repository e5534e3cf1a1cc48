import Foundation
import TileLayers
import TileSupport

/// Reports changes of views by other threads than the main one, as Xcode's checker of this name does. The change still
/// happens.
enum MainThreadChecker {
    /// The modules that a program knows as UIKit and Core Animation.
    private static let modules: Set<String> = [
        "TileLayers", "TileViews", "TileBars", "TileTyping", "TileControllers", "TileLists",
    ]

    private static let reported = Lock<Set<String>>([])

    /// The largest number of messages. A program that makes more kinds of calls has been told enough.
    private static let most = 100

    /// Logs the call of a UIKit method that the current thread is within, once for each method.
    static func report() {
        let call = callName(in: ProgramSymbols.ofProcess.names(of: Thread.callStackReturnAddresses.map(\.uintValue)))
        let name = call ?? "UIKit"
        let isNew = reported.withLock { reported in
            reported.count < most && reported.insert(name).inserted
        }
        guard isNew else { return }
        FrameLog.write(
            "Main Thread Checker: \(name) must be used from main thread only, and was called on another thread: call "
                + "it within DispatchQueue.main.async or on the main actor")
    }

    /// Returns the name of the method that a program called, given the symbols of the stack from the inside out.
    static func callName(in symbols: [String?]) -> String? {
        var call: String?
        for case let symbol? in symbols {
            let method = SwiftMethod(symbol)
            if modules.contains(method.module) {
                call = method.name
            } else if call != nil {
                return call
            }
        }
        return call
    }
}

/// The parts of a demangled Swift symbol.
struct SwiftMethod: Equatable {
    let module: String
    /// The type and the method, without the types of parameters and results.
    let name: String

    /// Parses a symbol such as `TileViews.UILabel.text.setter : Swift.String?`. The symbols of closures and of
    /// specialized functions name the function after “in” and “of”.
    init(_ symbol: String) {
        var text = Substring(symbol)
        for word in [" in ", " of "] {
            while let range = text.range(of: word), range.upperBound < (text.firstIndex(of: "(") ?? text.endIndex) {
                text = text[range.upperBound...]
            }
        }
        for word in ["static ", "dispatch thunk of ", "merged "] where text.hasPrefix(word) {
            text = text.dropFirst(word.count)
        }
        for end in [" : ", " -> ", " throws"] {
            if let range = text.range(of: end) { text = text[..<range.lowerBound] }
        }
        let dot = text.firstIndex(of: ".") ?? text.endIndex
        module = String(text[..<dot])
        let rest = text[dot...].dropFirst()
        // The types of parameters: `insert(UIView, at: Int)` is called `insert(_:at:)`.
        guard let open = rest.firstIndex(of: "("), rest.hasSuffix(")") else {
            name = String(rest)
            return
        }
        var (parameters, depth) = ([""], 0)
        for letter in rest[rest.index(after: open)...].dropLast() {
            if "(<[".contains(letter) { depth += 1 }
            if ")>]".contains(letter) { depth -= 1 }
            if letter == ",", depth == 0 {
                parameters.append("")
            } else {
                parameters[parameters.count - 1].append(letter)
            }
        }
        let labels = parameters.filter { !$0.isEmpty }.map { parameter in
            let text = parameter.drop { $0 == " " }
            return text.range(of: ": ").map { String(text[..<$0.lowerBound]) + ":" } ?? "_:"
        }
        name = rest[..<open] + "(" + labels.joined() + ")"
    }
}
