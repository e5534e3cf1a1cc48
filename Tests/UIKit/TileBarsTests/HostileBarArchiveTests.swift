import Foundation
import Testing
import TileViews

@testable import TileBars

/// Checks that damaged archives decode to views or nil, and never trap.
@Suite("Damaged archives of bars")
struct HostileBarArchiveTests {
    private func text(_ view: UIView) -> String {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = .xml
        archiver.encode(view, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        return String(decoding: archiver.encodedData, as: UTF8.self)
    }

    private func view(_ text: String) -> UIView? {
        guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: Data(text.utf8)) else { return nil }
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        return unarchiver.decodeObject(of: [UIView.self], forKey: NSKeyedArchiveRootObjectKey) as? UIView
    }

    private func bars() -> [UIView] {
        let navigation = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        let item = UINavigationItem(title: "B")
        item.rightBarButtonItems = [UIBarButtonItem(systemItem: .add), UIBarButtonItem(customView: UISwitch())]
        item.backBarButtonItem = UIBarButtonItem(title: "Z")
        navigation.items = [UINavigationItem(title: "A"), item]
        let toolbar = UIToolbar(frame: navigation.frame)
        toolbar.items = [UIBarButtonItem(systemItem: .done), .flexibleSpace(), .fixedSpace(12)]
        let tabs = UITabBar(frame: navigation.frame)
        tabs.items = [UITabBarItem(tabBarSystemItem: .more, tag: 1), UITabBarItem(title: "T", image: nil, tag: 2)]
        tabs.selectedItem = tabs.items?[1]
        let effect = UIVisualEffectView(effect: UIBlurEffect(style: .prominent))
        return [navigation, toolbar, tabs, effect]
    }

    @Test("lines left out, numbers and words that are others")
    func damaged() {
        var (whole, made) = (0, 0)
        for bar in bars() {
            bar.layoutIfNeeded()
            let archive = text(bar)
            whole += view(archive).map { type(of: $0) == type(of: bar) } == true ? 1 : 0
            let lines = archive.split(separator: "\n", omittingEmptySubsequences: false)
            for index in lines.indices where lines[index].contains("<integer>") || lines[index].contains("<real>") {
                // References to objects stay: Foundation itself ends at those that lead nowhere.
                guard index > 0, !lines[index - 1].contains("CF$UID") else { continue }
                for number in ["-7", "999999999", "1e300"] {
                    var damaged = lines
                    let tag = lines[index].contains("<real>") ? "real" : "integer"
                    if tag == "integer" && number == "1e300" { continue }
                    damaged[index] = "<\(tag)>\(number)</\(tag)>"
                    guard let restored = view(damaged.joined(separator: "\n")) else { continue }
                    made += 1
                    _ = restored.sizeThatFits(CGSize(width: 320, height: 480))
                    restored.layoutIfNeeded()
                }
            }
        }
        #expect(whole == 4 && made > 20)
    }
}
