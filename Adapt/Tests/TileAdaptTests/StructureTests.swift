import Testing
import TileAdapt

@Suite("Extensions, conditions and imports")
struct StructureTests {
    @Test("What an extension overrides is in the class, with the access that the extension gave it")
    func overrides() {
        let adapted = adapt(
            """
            import UIKit
            class Feed: UIView {
                let a = 1
            }
            public extension Feed {
                /// Lays out.
                override func layoutSubviews() {}
                func other() {}
            }
            """)
        #expect(
            adapted == """
                import UIKit
                class Feed: UIView {
                    let a = 1

                    /// Lays out.
                    public override func layoutSubviews() {}
                }
                public extension Feed {
                    func other() {}
                }
                """)
    }

    @Test("What an extension overrides under a condition that holds is in the class, too")
    func conditionalOverrides() {
        let adapted = adapt(
            "import UIKit\nclass A: UIView {\n}\nextension A {\n    #if os(iOS)\n    override func f() {}\n    #endif\n}\n"
        )
        #expect(
            adapted.contains(
                "class A: UIView {\n\n    override func f() {}\n}\nextension A {\n    #if os(Linux)\n    #endif\n}"))
    }

    @Test("What others override is in the class, too, and private names that it uses are private no more")
    func overridden() {
        let adaptation = adapt([
            "A.swift": "import UIKit\nclass Feed: UIView {\n}\nclass Sub: Feed {\n    override func f() {}\n}\n",
            "B.swift": "import UIKit\nextension Feed {\n    @objc func f() { help() }\n}\nprivate func help() {}\n",
        ])
        #expect(adaptation.text("A.swift").contains("class Feed: UIView {\n\n    func f() { help() }\n}"))
        #expect(adaptation.text("B.swift") == "import UIKit\nextension Feed {\n}\nfunc help() {}\n")
    }

    @Test("What an extension of UIKit's class overrides is left to Objective-C")
    func foreignOverrides() {
        let adaptation = adapt([
            "A.swift": "import UIKit\nextension UIView {\n    open override func next() {}\n    func f() {}\n}\n"
        ])
        #expect(
            adaptation.text("A.swift")
                == "import UIKit\nextension UIView {\n#if canImport(ObjectiveC)\n    open override func next() {}\n#endif\n"
                + "    func f() {}\n}\n")
        #expect(adaptation.notes(of: .dropped) == ["3 UIView.next"])
    }

    @Test(
        "os(iOS) is read as os(Linux)",
        arguments: [
            ("os(iOS)", "os(Linux)"), ("os(iOS) || os(tvOS)", "os(Linux) || os(tvOS)"), ("!os(iOS)", "!os(Linux)"),
            ("(os(iOS) && DEBUG)", "(os(Linux) && DEBUG)"), ("os(iOS) || os(Linux)", "os(iOS) || os(Linux)"),
            ("canImport(UIKit)", "canImport(UIKit)"), ("os(macOS)", "os(macOS)"),
        ])
    func conditions(_ condition: String, _ adapted: String) {
        #expect(adapt("#if \(condition)\nlet a = 1\n#endif\n") == "#if \(adapted)\nlet a = 1\n#endif\n")
    }

    @Test("Only what is compiled for Linux is rewritten")
    func clauses() {
        let source =
            "#if os(macOS)\n@objc class A {}\n#elseif os(iOS)\n@objc class B {}\n#else\n@objc class C {}\n#endif\n"
        #expect(
            adapt(source)
                == "#if os(macOS)\n@objc class A {}\n#elseif os(Linux)\nclass B {}\n#else\n@objc class C {}\n#endif\n")
    }

    @Test("Imports of what is not here go, with a list; others stay")
    func imports() {
        let adaptation = adapt([
            "A.swift":
                "import UIKit\nimport WebKit\n@preconcurrency import StoreKit\nimport Alamofire\nimport UIKit.UIView\n"
                + "import class UIKit.UILabel\nimport Foundation.NSString\n"
        ])
        #expect(
            adaptation.text("A.swift")
                == "import UIKit\nimport Alamofire\nimport UIKit.UIView\nimport UIKit\nimport Foundation\n")
        #expect(adaptation.notes(of: .dropped) == ["2 import WebKit", "3 @preconcurrency import StoreKit"])
    }

    @Test("A file that names UIKit's types, or Foundation's of the network, imports them")
    func missingImports() {
        let adaptation = adapt([
            "A.swift": "import UIKit\n", "B.swift": "import Foundation\nlet v: UIView? = nil\n",
            "C.swift": "import Foundation\nlet s = URLSession.shared\n",
            "D.swift": "import Foundation\nlet p: XMLParser? = nil\n",
        ])
        #expect(adaptation.text("D.swift").hasPrefix("import FoundationXML\nimport Foundation\n"))
        #expect(adaptation.text("B.swift") == "import UIKit\nimport Foundation\nlet v: UIView? = nil\n")
        #expect(adaptation.text("C.swift").hasPrefix("import FoundationNetworking\nimport Foundation\n"))
    }

    @Test("Sources that are compiled as one module do not import it, but their tests do")
    func merged() {
        let options = AdaptOptions(mergedModule: "Feed")
        #expect(adapt("import Feed\nimport FeedParts\nimport Other\n", options) == "import Other\n")
        let test = "import UIKit\nimport XCTest\n@testable import Feed\n"
        #expect(adapt(test, options) == test)
    }
}
