import Foundation
import Testing
import TileDrawing

@Suite("The traits of a collection")
struct TraitPropertyTests {
    private struct Case {
        let collection: UITraitCollection
        let trait: UITrait
        let isRead: (UITraitCollection) -> Bool

        init(_ collection: UITraitCollection, _ trait: UITrait, isRead: @escaping (UITraitCollection) -> Bool) {
            self.collection = collection
            self.trait = trait
            self.isRead = isRead
        }
    }

    @Test("Each initializer specifies one trait, its property reads it, and the other collections say nothing of it")
    func one() {
        let cases = [
            Case(UITraitCollection(userInterfaceIdiom: .phone), UITraitUserInterfaceIdiom.self) {
                $0.userInterfaceIdiom == .phone
            },
            Case(UITraitCollection(userInterfaceStyle: .dark), UITraitUserInterfaceStyle.self) {
                $0.userInterfaceStyle == .dark
            },
            Case(UITraitCollection(displayScale: 3), UITraitDisplayScale.self) { $0.displayScale == 3 },
            Case(UITraitCollection(displayGamut: .P3), UITraitDisplayGamut.self) { $0.displayGamut == .P3 },
            Case(UITraitCollection(layoutDirection: .rightToLeft), UITraitLayoutDirection.self) {
                $0.layoutDirection == .rightToLeft
            },
            Case(UITraitCollection(horizontalSizeClass: .compact), UITraitHorizontalSizeClass.self) {
                $0.horizontalSizeClass == .compact
            },
            Case(UITraitCollection(verticalSizeClass: .regular), UITraitVerticalSizeClass.self) {
                $0.verticalSizeClass == .regular
            },
            Case(UITraitCollection(forceTouchCapability: .available), UITraitForceTouchCapability.self) {
                $0.forceTouchCapability == .available
            },
            Case(UITraitCollection(preferredContentSizeCategory: .small), UITraitPreferredContentSizeCategory.self) {
                $0.preferredContentSizeCategory == .small
            },
            Case(UITraitCollection(accessibilityContrast: .high), UITraitAccessibilityContrast.self) {
                $0.accessibilityContrast == .high
            },
            Case(UITraitCollection(userInterfaceLevel: .elevated), UITraitUserInterfaceLevel.self) {
                $0.userInterfaceLevel == .elevated
            },
            Case(UITraitCollection(legibilityWeight: .bold), UITraitLegibilityWeight.self) {
                $0.legibilityWeight == .bold
            },
            Case(UITraitCollection(activeAppearance: .inactive), UITraitActiveAppearance.self) {
                $0.activeAppearance == .inactive
            },
            Case(UITraitCollection(toolbarItemPresentationSize: .small), UITraitToolbarItemPresentationSize.self) {
                $0.toolbarItemPresentationSize == .small
            },
            Case(UITraitCollection(sceneCaptureState: .active), UITraitSceneCaptureState.self) {
                $0.sceneCaptureState == .active
            },
            Case(UITraitCollection(imageDynamicRange: .high), UITraitImageDynamicRange.self) {
                $0.imageDynamicRange == .high
            },
            Case(
                UITraitCollection(typesettingLanguage: Locale.Language(identifier: "th")),
                UITraitTypesettingLanguage.self
            ) {
                $0.typesettingLanguage == Locale.Language(identifier: "th")
            },
            Case(UITraitCollection(listEnvironment: .sidebar), UITraitListEnvironment.self) {
                $0.listEnvironment == .sidebar
            },
        ]
        let none = UITraitCollection()
        for each in cases {
            let changes = each.collection.changedTraits(from: none)
            #expect(changes.count == 1 && changes[0] == each.trait, "\(each.trait)")
            for other in cases {
                #expect(each.isRead(other.collection) == (other.trait == each.trait), "\(each.trait)")
            }
            #expect(!each.isRead(none), "\(each.trait)")
        }
        let all = UITraitCollection(traitsFrom: cases.map(\.collection))
        for each in cases { #expect(each.isRead(all) && all.containsTraits(in: each.collection), "\(each.trait)") }
    }

    @Test("Mutations make a collection of all that they set")
    func mutations() {
        let traits = UITraitCollection(mutations: {
            $0.userInterfaceIdiom = .tv
            $0.forceTouchCapability = .unavailable
        })
        #expect(traits.changedTraits(from: nil).count == 2)
        #expect(traits.userInterfaceIdiom == .tv && traits.forceTouchCapability == .unavailable)
        for idiom in [UIUserInterfaceIdiom.phone, .pad, .tv, .carPlay, .mac, .vision] {
            #expect(traits.replacing(UITraitUserInterfaceIdiom.self, value: idiom).userInterfaceIdiom == idiom)
        }
        #expect(UITraitCollection.supportsSecureCoding)
    }

    @Test("Images are looked up by scale and style; an image's configuration has the collection's traits")
    func images() {
        let system = UITraitCollection.systemTraitsAffectingImageLookup
        #expect(system.contains { $0 == UITraitDisplayScale.self })
        #expect(system.contains { $0 == UITraitUserInterfaceStyle.self })
        #expect(!system.contains { $0 == UITraitListEnvironment.self })
        let traits = UITraitCollection(displayScale: 2)
        #expect(traits.imageConfiguration.traitCollection == traits)
    }
}
