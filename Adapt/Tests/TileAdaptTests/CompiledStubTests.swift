import Foundation
import Testing
import TileAdapt

@Suite("Compiled stubs")
struct CompiledStubTests {
    private static let source = """
        import UIKit

        final class Shop: UIViewController, UIPretendDelegate {
            var mode = UIPretendMode.plain

            func show(_ image: UIImage) {
                let sheet = UIPretendViewController(items: [1], style: .plain)
                sheet.delegate = self
                sheet.mode = .`default`
                sheet.isQuick = true
                sheet.finish(animated: true) { done in print(done) }
                sheet.title = "a"
                present(sheet, animated: true)
                if mode == .open { UIImageWriteToNowhere(image, nil) }
                let `class` = UIPretendCard(`in`: 1, `for`: "a")
                `class`.`repeat`(times: 2) { print($0, $1) }
                if UIPretendCard.canShow(), let kept = `class`.kept { print(kept, UIPretendCard.shared.name) }
                print(UIPretendKey, UIColor.systemNeon(alpha: 1), UIColor.systemDim, UIImage(systemNeon: "a") as Any)
                print(UIView.PretendedMode.self, UIPretendCard.Kind.large, UIPretendCard.main)
            }
        }

        final class Share: UIPretendActivity {
            override var title: String? { "a" }
            override func run(with items: [Any]) {}
            override func canRun()->Bool { true }
            override func counts() -> [Int: [String]] { [:] }
        }

        final class Print: UIPretendActivity {
            override func run(with things: [Any]) {}
        }
        """

    /// The declarations of UIKit that the source and its stubs need. All is compiled as one module.
    private static let kit = """
        import Foundation
        open class UIView: NSObject {}
        open class UIColor: NSObject {}
        open class UIImage: NSObject {}
        open class UIViewController: NSObject {
            open var title: String?
            public init(nibName: String?, bundle: Bundle?) {}
            open func present(_ controller: UIViewController, animated: Bool) {}
        }
        """

    @Test("A source compiles with the stubs of all that it lacks")
    func compiling() throws {
        let adaptation = adapt(["Shop.swift": Self.source])
        let stubs = StubFile(adaptation)
        #expect(stubs.left == [])
        let folder = try TemporaryFolder()
        var paths: [String] = []
        for (name, text) in [
            ("Shop.swift", adaptation.text("Shop.swift")), ("Stubs.swift", stubs.text ?? ""), ("Kit.swift", Self.kit),
        ] {
            paths.append(try folder.write(text.replacing("import UIKit\n", with: ""), to: name))
        }
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6"] + paths
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let messages = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        compiler.waitUntilExit()
        #expect(compiler.terminationStatus == 0, "\(messages)")
    }
}
