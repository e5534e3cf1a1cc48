import Testing
import TileAdapt

@Suite("Protocols of Objective-C")
struct ProtocolTests {
    @Test("Optional members get defaults, and are called outright")
    func optionals() {
        let adapted = adapt(
            """
            @objc public protocol FeedDelegate {
                func didLoad()
                @objc optional func didScroll(_ feed: Feed)
                /// The number of rows.
                @objc optional func rows(in feed: Feed) -> Int
                @objc optional var title: String? { get }
            }
            func notify(_ delegate: FeedDelegate?, _ feed: Feed) -> Int {
                delegate?.didScroll?(feed)
                return delegate?.rows?(in: feed) ?? 3
            }
            """)
        #expect(
            adapted == """
                public protocol FeedDelegate: AnyObject {
                    func didLoad()
                    func didScroll(_ feed: Feed)
                    /// The number of rows.
                    func rows(in feed: Feed) -> Int
                    var title: String? { get }
                }

                /// Default implementations of the optional members of `FeedDelegate`.
                extension FeedDelegate {
                    public func didScroll(_ feed: Feed) {}
                    public func rows(in feed: Feed) -> Int { 0 }
                    public var title: String? { nil }
                }
                func notify(_ delegate: FeedDelegate?, _ feed: Feed) -> Int {
                    delegate?.didScroll(feed)
                    return delegate?.rows(in: feed) ?? 3
                }
                """)
    }

    @Test("UIKit's optional requirements are called outright, closures of the module's own are not")
    func calls() {
        let source = """
            class Feed {
                var onTap: (() -> Void)?
                var textFieldDone: (() -> Void)?
                func f() {
                    self.onTap?()
                    self.textFieldDone?()
                    delegate?.scrollViewDidScroll?(self)
                }
            }
            """
        #expect(adapt(source) == source.replacing("DidScroll?(", with: "DidScroll("))
    }

    @Test("Everybody responds to what has a default; whoever forwards messages is told to implement the methods")
    func responding() {
        let adapted = adapt(
            """
            class Proxy: NSObject {
                func ask() -> Bool {
                    delegate?.responds(to: #selector(UIScrollViewDelegate.scrollViewDidScroll(_:))) ?? false
                }
                func askAll() -> Bool { other.responds(to: #selector(UIScrollViewDelegate.scrollViewDidScroll)) }

                override func forwardingTarget(for aSelector: Selector!) -> Any? { delegate }
            }
            """)
        #expect(
            adapted == """
                class Proxy: NSObject {
                    func ask() -> Bool {
                        (delegate != nil) ?? false
                    }
                    func askAll() -> Bool { true }

                #if canImport(ObjectiveC)
                    override func forwardingTarget(for aSelector: Selector!) -> Any? { delegate }
                #endif
                }
                """)
    }
}
