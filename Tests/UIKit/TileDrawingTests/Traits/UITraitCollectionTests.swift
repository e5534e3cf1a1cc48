import Foundation
import Testing
import TileDrawing

private enum Spacing: UITraitDefinition {
    static let defaultValue = 8
    static let affectsColorAppearance = true
}

@Suite("UITraitCollection")
struct UITraitCollectionTests {
    @Test("an empty collection specifies nothing: every trait has its default")
    func defaults() {
        let traits = UITraitCollection()
        #expect(traits.userInterfaceStyle == .unspecified)
        #expect(traits.displayScale == 0)
        #expect(traits.horizontalSizeClass == .unspecified)
        #expect(traits.forceTouchCapability == .unknown)
        #expect(traits.preferredContentSizeCategory == .unspecified)
        #expect(traits.typesettingLanguage == nil)
        #expect(traits[Spacing.self] == 8)
    }

    @Test("of several collections the last one that specifies a trait wins")
    func merging() {
        let merged = UITraitCollection(traitsFrom: [
            UITraitCollection(userInterfaceStyle: .light), UITraitCollection(displayScale: 3),
            UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(userInterfaceStyle: .unspecified),
        ])
        #expect(merged.userInterfaceStyle == .dark)
        #expect(merged.displayScale == 3)
    }

    @Test("a collection contains what another specifies, and only then")
    func containing() {
        let both = UITraitCollection {
            $0.userInterfaceStyle = .dark
            $0.displayScale = 2
        }
        #expect(both.containsTraits(in: UITraitCollection(displayScale: 2)))
        #expect(both.containsTraits(in: UITraitCollection()))
        #expect(both.containsTraits(in: nil))
        #expect(!both.containsTraits(in: UITraitCollection(displayScale: 3)))
        #expect(!both.containsTraits(in: UITraitCollection(verticalSizeClass: .compact)))
    }

    @Test("changing a trait makes another collection and leaves the first")
    func replacing() {
        let light = UITraitCollection(userInterfaceStyle: .light)
        let dark = light.replacing(UITraitUserInterfaceStyle.self, value: .dark)
        #expect(light.userInterfaceStyle == .light)
        #expect(dark.userInterfaceStyle == .dark)
        #expect(dark == UITraitCollection(userInterfaceStyle: .dark))
        #expect(dark.hash == UITraitCollection(userInterfaceStyle: .dark).hash)
        #expect(light != dark)
    }

    @Test("changed traits are those whose values differ")
    func changes() {
        let old = UITraitCollection {
            $0.userInterfaceStyle = .light
            $0.displayScale = 2
        }
        let new = old.modifyingTraits {
            $0.displayScale = 3
            $0[Spacing.self] = 4
        }
        let changed = new.changedTraits(from: old)
        #expect(changed.count == 2)
        #expect(changed.contains { $0 == Spacing.self })
        #expect(changed.contains { $0 == UITraitDisplayScale.self })
        #expect(new.changedTraits(from: new).isEmpty)
    }

    @Test("only traits that say so change the appearance of colors")
    func colorAppearance() {
        let base = UITraitCollection(userInterfaceStyle: .light)
        #expect(base.hasDifferentColorAppearance(comparedTo: UITraitCollection(userInterfaceStyle: .dark)))
        #expect(!base.hasDifferentColorAppearance(comparedTo: base.replacing(UITraitDisplayScale.self, value: 2)))
        #expect(base.hasDifferentColorAppearance(comparedTo: base.replacing(Spacing.self, value: 2)))
        #expect(
            UITraitCollection.systemTraitsAffectingColorAppearance.contains { $0 == UITraitUserInterfaceStyle.self })
    }

    @Test("the current collection is the thread's own and comes back afterwards, also after an error")
    func current() {
        struct Failure: Error {}
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        let before = UITraitCollection.current
        #expect(dark.performAsCurrent { UITraitCollection.current.userInterfaceStyle } == .dark)
        #expect(throws: Failure.self) { try dark.performAsCurrent { throw Failure() } }
        #expect(UITraitCollection.current === before)
        dark.performAsCurrent {
            let done = DispatchSemaphore(value: 0)
            Thread {
                #expect(UITraitCollection.current.userInterfaceStyle == .light)
                done.signal()
            }.start()
            done.wait()
        }
    }

    @Test("UIKit's traits survive an archive")
    func coding() throws {
        let traits = UITraitCollection {
            $0.userInterfaceStyle = .dark
            $0.displayScale = 2
            $0.userInterfaceIdiom = .pad
            $0.preferredContentSizeCategory = .extraLarge
            $0.listEnvironment = .sidebar
        }
        let data = try NSKeyedArchiver.archivedData(withRootObject: traits, requiringSecureCoding: true)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: UITraitCollection.self, from: data)
        #expect(back == traits)
    }
}
