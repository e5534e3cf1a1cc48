import Foundation
import TileContent
import TileNibs

extension NibPages {
    /// Returns the requirements of the document on a program and the parts that aren't supported. Creates all scenes.
    package func summary() throws(ContentFailure) -> (facts: [ContentDocument.Fact], notes: [String]) {
        let file = URL(fileURLWithPath: path)
        let summary: NibSummary
        do {
            summary = try NibScenes.withoutProgram {
                try NibSummary(contentsOf: file, bundle: Bundle(url: file.deletingLastPathComponent()) ?? .main)
            }
        } catch let failure as NibFailure {
            throw ContentFailure(failure, path: path)
        } catch {
            throw .nib(path: path, reason: "\(error)")
        }
        var facts = [ContentDocument.Fact(name: "scenes", value: "\(count)")]
        facts += scenes.scenes.enumerated().map { index, scene -> ContentDocument.Fact in
            let named = summary.scenes.first { $0.id == scene.id }
            let parts = [
                named?.type, named?.identifier.map { "identifier \($0)" }, "\(Self.text(scene.size))",
                scene.isInitial ? "initial" : nil,
            ]
            return ContentDocument.Fact(
                name: "scene \(index + 1)", value: "\(scene.name): \(parts.compactMap { $0 }.joined(separator: ", "))")
        }
        facts += summary.classes.map { ContentDocument.Fact(name: "class", value: "\($0.name)\(Self.parts(of: $0))") }
        if !summary.storyboards.isEmpty {
            facts.append(.init(name: "leads to", value: summary.storyboards.joined(separator: ", ")))
        }
        if !summary.resources.isEmpty {
            facts.append(.init(name: "resources", value: summary.resources.joined(separator: ", ")))
        }
        return (facts, summary.unsupported.map { "not supported: \($0)" })
    }

    private static func parts(of use: NibSummary.Class) -> String {
        let parts = [
            ("outlets", use.outlets), ("collections", use.collections), ("actions", use.actions),
            ("attributes", use.attributes),
        ].filter { !$1.isEmpty }.map { "\($0) \($1.joined(separator: ", "))" }
        return parts.isEmpty ? "" : ": " + parts.joined(separator: "; ")
    }

    private static func text(_ size: CGSize) -> String {
        func number(_ side: CGFloat) -> String {
            side == side.rounded() ? "\(Int(side))" : String(format: "%.1f", Double(side))
        }
        return "\(number(size.width)) × \(number(size.height)) points"
    }
}
