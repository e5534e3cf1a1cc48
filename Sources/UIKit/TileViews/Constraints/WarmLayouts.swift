/// A policy that keeps the most recently solved layouts of a tree and discards the solutions of others. For a board of
/// 100,000 cards, solutions that nothing reads again would otherwise need more memory than the cards.
struct WarmLayouts {
    /// The number of solutions to keep, at some 10 KB for a card. The older half is discarded at twice the number.
    static let most = 2048

    private var engines: [LayoutEngine] = []
    private var count = 0

    /// Records that a layout was solved.
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
