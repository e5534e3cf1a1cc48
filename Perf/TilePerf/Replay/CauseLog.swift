import TileLayers

/// A log of the work of a frame that changes of observable properties cause. Layouts and drawings belong to the change
/// whose update has marked the view, directly or through the layout of another view.
///
/// It is used within a frame's thread. An update and what it marks may be nested in others.
final class CauseLog {
    private struct Mark: Hashable {
        var layer: ObjectIdentifier
        var update: UpdateCause.Update
    }

    private var work: [UpdateCause: ObservedChange] = [:]
    /// The cause of the update, layout or drawing that is running.
    private var current: UpdateCause?
    private var marked: [Mark: UpdateCause] = [:]
    /// The last layout or drawing that began, if a change has caused it.
    private var begun: UpdateCause.Update?

    /// The changes, sorted by property and reader.
    var changes: [ObservedChange] { work.values.sorted { ($0.property, $0.reader) < ($1.property, $1.reader) } }

    func update(for cause: UpdateCause, _ body: () -> Void) {
        let outer = current
        current = cause
        count(cause) { $0.updates += 1 }
        // A layout that is its own reader has been counted already if an update marked the view.
        if begun != cause.update {
            switch cause.update {
            case .properties: break
            case .layout: count(cause) { $0.layouts += 1 }
            case .display: count(cause) { $0.draws += 1 }
            }
        }
        begun = nil
        body()
        current = outer
    }

    func mark(_ layer: CALayer, for update: UpdateCause.Update) {
        guard let current else { return }
        let mark = Mark(layer: ObjectIdentifier(layer), update: update)
        if marked[mark] == nil { marked[mark] = current }
    }

    /// Begins the layout or the drawing of a layer, which lasts until the next one begins.
    func begin(_ update: UpdateCause.Update, of layer: CALayer) {
        current = marked.removeValue(forKey: Mark(layer: ObjectIdentifier(layer), update: update))
        begun = current == nil ? nil : update
        guard let current else { return }
        count(current) { if update == .layout { $0.layouts += 1 } else { $0.draws += 1 } }
    }

    func endPhase() { (current, begun) = (nil, nil) }

    private func count(_ cause: UpdateCause, _ change: (inout ObservedChange) -> Void) {
        change(&work[cause, default: ObservedChange(property: cause.property, reader: cause.reader)])
    }
}
