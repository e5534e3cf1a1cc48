/// Which of a tree's many small layouts keep their solutions: those that were solved last. A board of a hundred
/// thousand cards would else need more memory for solutions that nobody asks for again than for the cards.
struct WarmLayouts {
    /// So many are kept, or twice as many until the older half goes: some 10 KB each for a card.
    static let most = 2048

    private var engines: [LayoutEngine] = []
    private var count = 0

    /// Notes that a layout was solved.
    mutating func note(_ engine: LayoutEngine) {
        count += 1
        if engine.lastUse == 0 { engines.append(engine) }
        engine.lastUse = count
        guard engines.count > 2 * Self.most else { return }
        engines.removeAll { $0.isAbandoned }
        engines.sort { $0.lastUse < $1.lastUse }
        let older = engines.prefix(max(0, engines.count - Self.most))
        for engine in older where engine.canCool {
            engine.cool()
            engine.lastUse = 0
        }
        engines.removeAll { $0.lastUse == 0 }
    }
}
