extension UIView {
    func add(_ interaction: any UIInteraction) {
        // An interaction that was already added moves to the end.
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        rareState.interactions.append(interaction)
        interaction.didMove(to: self)
    }

    func remove(_ interaction: any UIInteraction) {
        guard let index = interactions.firstIndex(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        rareState.interactions.remove(at: index)
        interaction.didMove(to: nil)
    }

    func replaceInteractions(by new: [any UIInteraction]) {
        for old in interactions where !new.contains(where: { $0 === old }) { removeInteraction(old) }
        for interaction in new where !interactions.contains(where: { $0 === interaction }) {
            addInteraction(interaction)
        }
        rare?.interactions = new.filter { known in interactions.contains { $0 === known } }
    }
}
