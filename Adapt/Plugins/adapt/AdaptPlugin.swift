import Foundation
import PackagePlugin

/// The command plugin `swift package adapt`, which runs tilework-adapt on the package's Swift targets, or those of
/// `--target`, and passes on all other arguments.
@main
struct AdaptPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let tool = try context.tool(named: "tilework-adapt")
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        let targets = try names.isEmpty ? context.package.targets : context.package.targets(named: names)
        let folders = targets.compactMap { $0 as? SwiftSourceModuleTarget }.map(\.directoryURL.path)
        guard !folders.isEmpty else { throw AdaptPluginFailure(description: "the package has no Swift targets") }

        let process = Process()
        process.executableURL = tool.url
        process.arguments = folders + extractor.remainingArguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw AdaptPluginFailure(description: "tilework-adapt ended with \(process.terminationStatus)")
        }
    }
}

struct AdaptPluginFailure: Error, CustomStringConvertible {
    let description: String
}
