extension ModuleIndex {
    /// Returns the methods that a class needs in its table. An override of a method in a superclass's table is called
    /// through that table.
    func actions(of record: TypeRecord) -> [MethodRecord] {
        var seen: Set<String> = []
        return record.methods.filter { method in
            guard isAction(method, of: record), method.labels.count <= 2, !method.isTypeMethod else { return false }
            if method.isOverride,
                lineage(of: record).dropFirst().contains(where: { above in
                    above.methods.contains { $0.selector == method.selector && isAction($0, of: above) }
                })
            {
                return false
            }
            return seen.insert(method.selector).inserted
        }
    }

    private func isAction(_ method: MethodRecord, of record: TypeRecord) -> Bool {
        if method.isAction { return true }
        guard namedSelectors.contains(method.selector) else { return false }
        return method.isExposed || isRequirement(method, of: record)
    }

    /// Returns whether an Objective-C protocol requires the method, which exposes it.
    private func isRequirement(_ method: MethodRecord, of record: TypeRecord) -> Bool {
        protocols(of: record).contains { each in
            each.hasExposedMembers && each.methods.contains { $0.fullName == method.fullName }
        }
    }

    /// Returns whether a superclass has a table to extend: UIKit's responders do, and classes of the sources that get
    /// one.
    func inheritsTable(_ record: TypeRecord) -> Bool {
        if isResponder(record) { return true }
        return lineage(of: record).dropFirst().contains { !actions(of: $0).isEmpty || hasTable($0) }
    }

    /// Whether the class has a table already.
    func hasTable(_ record: TypeRecord) -> Bool {
        record.properties.contains { $0.name == "actions" && $0.type == "ActionTable" }
    }

}
