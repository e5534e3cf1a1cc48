/// The work of a frame that a change of one observable property caused, through one method that had read it.
public struct ObservedChange: Hashable, Sendable, Codable {
    /// The type and name of the property, such as `Model.count`.
    public var property: String
    /// The type and method that read it, such as `PriceCell.updateProperties`.
    public var reader: String
    /// The views and controllers whose method ran again.
    public var updates: Int
    /// The layouts and drawings of views that those calls requested, or were.
    public var layouts: Int
    public var draws: Int

    public init(property: String, reader: String, updates: Int = 0, layouts: Int = 0, draws: Int = 0) {
        (self.property, self.reader) = (property, reader)
        (self.updates, self.layouts, self.draws) = (updates, layouts, draws)
    }

    /// The change and its work, for people.
    var text: String { "`\(property)`, read in `\(reader)`, changed: \(workText)" }

    /// The numbers of updates, layouts and drawings that are not 0.
    var workText: String {
        let update = reader.hasSuffix(".updateProperties") ? "property update" : "update"
        let parts = [(updates, update), (layouts, "layout"), (draws, "draw")].filter { $0.0 > 0 }
        return parts.map { "\($0.grouped) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    /// The sum by which changes are compared.
    var work: Int { updates + layouts + draws }
}

extension FrameRecord {
    /// The updates, layouts and drawings that changes of observable properties caused.
    var observedWork: Int { observed.reduce(0) { $0 + $1.work } }

    /// The updates that changes caused, by the property's name. Instances of a type are not told apart.
    var updatesByProperty: [String: Int] {
        Dictionary(grouping: observed, by: \.property).mapValues { $0.reduce(0) { $0 + $1.updates } }
    }

    /// The largest number of updates that changes of the properties with one name caused in the frame.
    var observedUpdates: Int { updatesByProperty.values.max() ?? 0 }

    /// The record without the numbers that may differ.
    func observed(without allowances: [Count: Trace.Allowance]) -> FrameRecord {
        var record = self
        record.observed = observed.map { change in
            var change = change
            if allowances[.propertyUpdates] != nil { change.updates = 0 }
            if allowances[.viewsLaidOut] != nil { change.layouts = 0 }
            if allowances[.draws] != nil { change.draws = 0 }
            return change
        }.filter { $0.work > 0 }
        return record
    }
}
