import Testing

@testable import TileViews

@Suite("Interactions")
struct InteractionTests {
    private final class Interaction: UIInteraction {
        let name: String
        var log: [String] = []
        weak var view: UIView?

        init(_ name: String = "") { self.name = name }

        func willMove(to view: UIView?) { log.append("will \(view?.tag ?? -1), in \(self.view?.tag ?? -1)") }

        func didMove(to view: UIView?) {
            self.view = view
            let isKept = view?.interactions.contains { $0 === self } ?? false
            log.append("did \(view?.tag ?? -1)\(isKept ? ", kept" : "")")
        }
    }

    private func view(_ tag: Int) -> UIView {
        let view = UIView()
        view.tag = tag
        return view
    }

    @Test("An interaction is told before and after it is added and removed")
    func notifications() {
        let (view, interaction) = (view(1), Interaction())
        view.addInteraction(interaction)
        #expect(interaction.log == ["will 1, in -1", "did 1, kept"])
        interaction.log = []
        view.removeInteraction(interaction)
        #expect(interaction.log == ["will -1, in 1", "did -1"])
        #expect(view.interactions.isEmpty)
        view.removeInteraction(interaction)
        #expect(interaction.log.count == 2, "it is not the view's any more")
    }

    @Test("An interaction belongs to one view: adding it to another removes it from the first")
    func moving() {
        let (first, second, interaction) = (view(1), view(2), Interaction())
        first.addInteraction(interaction)
        interaction.log = []
        second.addInteraction(interaction)
        #expect(interaction.log == ["will -1, in 1", "did -1", "will 2, in -1", "did 2, kept"])
        #expect(first.interactions.isEmpty && second.interactions.count == 1)
    }

    @Test("Setting all of them adds and removes, and keeps the order")
    func setting() {
        let view = view(1)
        let (a, b, c) = (Interaction("a"), Interaction("b"), Interaction("c"))
        view.interactions = [a, b]
        b.log = []
        view.interactions = [c, b]
        #expect(view.interactions.compactMap { ($0 as? Interaction)?.name } == ["c", "b"])
        #expect(a.view == nil && b.log.isEmpty && c.view === view)
        view.interactions = []
        #expect(b.view == nil && c.view == nil)
    }

    @Test("A view without interactions has no side object for them")
    func memory() {
        let view = UIView()
        #expect(view.interactions.isEmpty && view.restorationIdentifier == nil && view.rare == nil)
        view.interactions = []
        #expect(view.rare == nil)
        view.restorationIdentifier = "seats"
        #expect(view.restorationIdentifier == "seats")
    }
}
