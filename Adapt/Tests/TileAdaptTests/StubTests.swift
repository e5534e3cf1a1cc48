import Testing
import TileAdapt

@Suite("Stubs of what does not exist here")
struct StubTests {
    /// Returns the stubs of a source, without the types that all stubs use.
    private func stubs(_ source: String) -> String {
        let text = StubFile(adapt(["A.swift": source])).text ?? ""
        let start = text.firstRange(of: "import UIKit\n\n")?.upperBound ?? text.startIndex
        let end = text.firstRange(of: "\n/// Reports the first use")?.lowerBound ?? text.endIndex
        return String(text[start..<end])
    }

    @Test("A class has the members that the sources use, with the types that their values show")
    func members() {
        let source = """
            import UIKit
            final class Shop: UIViewController, UIPretendDelegate {
                func show() {
                    let sheet = UIPretendViewController(items: [1], style: .plain)
                    sheet.delegate = self
                    sheet.mode = .many
                    sheet.isQuick = true
                    sheet.finish(animated: true) { done in print(done) }
                    sheet.title = "a"
                    present(sheet, animated: true)
                }
            }
            """
        #expect(
            stubs(source) == """
                public protocol UIPretendDelegate: AnyObject {}

                @dynamicMemberLookup
                open class UIPretendViewController: UIViewController {
                    private let stub: Void = StubNotice.note("UIPretendViewController")
                    public convenience init(`items` value0: Any?, `style` value1: StubValue) { self.init(nibName: nil, bundle: nil) }
                    public weak var `delegate`: AnyObject?
                    public var `isQuick`: Bool = false
                    public var `mode`: StubValue = StubValue()
                    @discardableResult
                    open func `finish`(`animated` value0: Bool, _ value1: @escaping (StubValue) -> Void) -> StubValue { StubValue() }
                    public subscript(dynamicMember member: String) -> StubValue {
                        get { StubValue() }
                        set {}
                    }
                    public subscript(key: Any?) -> StubValue {
                        get { StubValue() }
                        set {}
                    }
                }

                """)
    }

    @Test("Functions, constants, and members of types that exist have stubs; a name without members is a plain value")
    func others() {
        let source = """
            import UIKit
            func f(_ state: UIPretendState, _ image: UIImage) {
                UIImageWriteToNowhere(image, nil)
                print(UIPretendKey, UIColor.systemNeon, UIImage(systemNeon: "a")!)
                if state == .open { print(UIView.PretendedMode.self) }
            }
            """
        #expect(
            stubs(source) == """
                @discardableResult
                public func UIImageWriteToNowhere(_ value0: Any?, _ value1: Any?) -> StubValue {
                    StubNotice.note("UIImageWriteToNowhere")
                    return StubValue()
                }

                public var UIPretendKey: String { StubNotice.note("UIPretendKey"); return "UIPretendKey" }

                public typealias UIPretendState = StubValue

                extension UIColor {
                    public static var `systemNeon`: UIColor {
                        StubNotice.note("UIColor.systemNeon")
                        return UIColor()
                    }
                }

                extension UIImage {
                    public convenience init?(`systemNeon` value0: Any?) {
                        StubNotice.note("UIImage(systemNeon:)")
                        self.init()
                    }
                }

                extension UIView {
                    public typealias `PretendedMode` = StubValue
                }

                """)
        let all = StubFile(adapt(["A.swift": source]))
        #expect(
            all.names == [
                "UIImageWriteToNowhere", "UIPretendKey", "UIPretendState", "UIColor.systemNeon", "UIImage(systemNeon:)",
                "UIView.PretendedMode",
            ])
        #expect(all.text?.contains("static var `open`: StubValue { StubValue(name: \"open\") }") == true)
    }

    @Test("Overridden members of a missing class are declared in it, if they have a value")
    func overrides() {
        let source = """
            import UIKit
            final class Share: UIPretend {
                override var title: String? { "a" }
                override func run(with items: [Any]) {}
                override func canRun() -> Bool { true }
                override func made() -> URLRequest { URLRequest(url: URL(fileURLWithPath: "")) }
                override func madePair() -> (Int?, Int?) { (nil, nil) }
                override func madeMaker() -> () -> Int? { { nil } }
                override func madeOf<T>(_ value: T) -> Bool { true }
                override class func madeByClass() -> Bool { true }
                override func isOpen()->Bool { true }
                override func lists() -> [Int: [String]] { [:] }
            }
            final class Print: UIPretend {
                override func run(with things: [Any]) {}
                override func run(with things: [Int]) {}
            }
            """
        let text = stubs(source)
        let members = text.split(separator: "\n").filter { $0.hasPrefix("    open ") }
        #expect(
            members == [
                "    open func canRun() -> Bool { false }", "    open func isOpen()->Bool { false }",
                "    open func lists() -> [Int: [String]] { [:] }", "    open func run(with items: [Any]) {}",
                "    open func run(with things: [Int]) {}", "    open var title: String? { nil }",
            ])
    }

    @Test("Names in backticks are those without; a stub has them in backticks")
    func keywords() {
        let source = """
            import UIKit
            func f() {
                let `class` = UIPretend(`in`: 1)
                `class`.`default` = true
                `class`.mode = .`default`
                `class`.`repeat`(`for`: "a")
                print(UIPretend.`Type`, UIColor.`neon`)
            }
            """
        let text = stubs(source)
        #expect(text.contains("    public convenience init(`in` value0: Int) { self.init() }\n"))
        #expect(text.contains("    public var `default`: Bool = false\n"))
        #expect(text.contains("    public var `mode`: StubValue = StubValue()\n"))
        #expect(text.contains("    open func `repeat`(`for` value0: String) -> StubValue { StubValue() }\n"))
        #expect(text.contains("    public typealias `Type` = StubValue\n"))
        #expect(text.contains("    public static var `neon`: UIColor {\n"))
        #expect(!text.contains("``"))
    }

    @Test("A static member that is called can be called; a closure has at most eight parameters")
    func called() {
        let source = """
            import UIKit
            func f(_ sheet: UIPretend) {
                print(UIColor.systemNeon(alpha: 1), UIColor.systemDim)
                sheet.run { print($9223372036854775807) }
            }
            """
        let text = stubs(source)
        #expect(text.contains("    public static var `systemDim`: UIColor {\n"))
        #expect(text.contains("    public static var `systemNeon`: StubValue {\n"))
        let parameters = Array(repeating: "StubValue", count: 8).joined(separator: ", ")
        #expect(text.contains("open func `run`(_ value0: @escaping (\(parameters)) -> Void) -> StubValue"))
    }

    @Test("Types and constants of other modules are named where their module is imported")
    func modules() {
        let source = "import UIKit\nimport MapKit\nlet map = MKMapView()\nlet one = kCLDistanceOf, two = SKScene()\n"
        let adaptation = adapt(["A.swift": source])
        #expect(adaptation.notes(of: .missing) == ["3 MKMapView", "4 kCLDistanceOf"])
        #expect(stubs(source).contains("open class MKMapView: UIView {\n"))
        #expect(stubs(source).contains("public var kCLDistanceOf: String {"))
    }

    @Test("Members of values are named if no type has one of that name, and have no stub")
    func values() {
        let source = """
            import UIKit
            struct Shop { var ownTotal = 1 }
            func f(_ view: UIView, _ shop: Shop, _ pair: (leftHalf: Int, Int)) {
                view.pretended = 1
                view.pretend(.neonGlow)
                print(shop.ownTotal, pair.leftHalf, [1].map { $0.description }, view.backgroundColor as Any, "a".count)
                view.setTransform(.identity)
            }
            """
        let adaptation = adapt(["A.swift": source])
        #expect(adaptation.notes(of: .missing) == ["4 .pretended", "5 .pretend", "5 .neonGlow", "7 .setTransform"])
        #expect(StubFile(adaptation).left == [".pretend", ".pretended", ".setTransform"])
        #expect(adapt(["A.swift": "import Kingdom\n" + source]).notes(of: .missing) == [])
        #expect(StubFile(adapt(["A.swift": "let a = 1\n"])).text == nil)
    }
}
