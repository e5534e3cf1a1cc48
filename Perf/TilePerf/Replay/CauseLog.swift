import TileLayers

/// A log of the work of a frame that changes of observable properties cause. A layout or drawing belongs to the change
/// that led to the mark of its view: by an update, or by the layout of another view.
final class CauseLog {
    private struct Mark {
        weak var layer: CALayer?
        var cause: UpdateCause
    }

    /// The update, layout or drawing that is running.
    private struct Work {
        /// The change that has caused it.
        var cause: UpdateCause?
        /// The kind of the work if it is a layout or a drawing that is counted for a change.
        var counted: UpdateCause.Update?
    }

    private var work: [UpdateCause: ObservedChange] = [:]
    private var current = Work()
    /// The works that the current one is nested in.
    private var outer: [Work] = []
    private var marked: [UpdateCause.Update: [ObjectIdentifier: Mark]] = [:]

    /// The changes, sorted by property and reader.
    var changes: [ObservedChange] { work.values.sorted { ($0.property, $0.reader) < ($1.property, $1.reader) } }

    func update(for cause: UpdateCause, _ body: () -> Void) {
        count(cause) { $0.updates += 1 }
        // A layout or drawing that reads the property itself is counted once, for the first change.
        if cause.update != .properties, current.counted != cause.update {
            count(cause, as: cause.update)
            current.counted = cause.update
        }
        let before = current.cause
        current.cause = cause
        body()
        current.cause = before
    }

    func mark(_ layer: CALayer, for update: UpdateCause.Update) {
        guard let cause = current.cause else { return }
        let key = ObjectIdentifier(layer)
        // A layer may have the address of one that is gone.
        if marked[update]?[key]?.layer !== layer {
            marked[update, default: [:]][key] = Mark(layer: layer, cause: cause)
        }
    }

    /// Begins the layout or the drawing of a layer.
    func begin(_ update: UpdateCause.Update, of layer: CALayer) {
        outer.append(current)
        current = Work()
        guard let mark = marked[update]?.removeValue(forKey: ObjectIdentifier(layer)), mark.layer === layer else {
            return
        }
        count(mark.cause, as: update)
        current = Work(cause: mark.cause, counted: update)
    }

    /// Ends the last layout or drawing that began.
    func end() { current = outer.popLast() ?? Work() }

    private func count(_ cause: UpdateCause, as update: UpdateCause.Update) {
        count(cause) { if update == .layout { $0.layouts += 1 } else { $0.draws += 1 } }
    }

    private func count(_ cause: UpdateCause, _ change: (inout ObservedChange) -> Void) {
        change(&work[cause, default: ObservedChange(property: cause.property, reader: cause.reader)])
    }
}
