import Foundation
import TileDrawing
import TileViews

/// Applies differences between size classes when the traits of a view change.
enum NibVariations {
    static func follow(
        _ view: UIView, _ element: NibElement, constraints: [(element: NibElement, constraint: NSLayoutConstraint)],
        reading: NibReading
    ) {
        // Views that are left out in some size classes stay with the document of the loading.
        var subviews: [(id: String, view: UIView)] = []
        for child in element.list("subviews") {
            guard let id = child.id, let view = reading.objects[id] as? UIView else { continue }
            subviews.append((id, view))
        }
        let again = Again(element, constraints, subviews: subviews, reading: reading)
        again.install(in: view, reading.traits)
        view.registerForTraitChanges([UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self]) {
            (view: UIView, before: UITraitCollection) in again.apply(to: view, before)
        }
    }

    private final class Again {
        private let element: NibElement
        private let constraints: [(element: NibElement, constraint: NSLayoutConstraint)]
        private let subviews: [(id: String, view: UIView)]
        private let names: Set<String>
        // Only the document and the bundle are needed, for colors and fonts that vary.
        private let document: NibDocument
        private let bundle: Bundle
        private let limits: NibLimits

        init(
            _ element: NibElement, _ constraints: [(element: NibElement, constraint: NSLayoutConstraint)],
            subviews: [(id: String, view: UIView)], reading: NibReading
        ) {
            (self.element, self.constraints) = (element, constraints)
            // A view that held itself would never be released, so only the views that some size classes leave out are
            // kept here.
            let left = element.children("variation").flatMap { $0.children }.filter { $0.key == "subviews" }
                .flatMap(\.children).compactMap { $0["reference"] }
            self.subviews = subviews.filter { left.contains($0.id) }
            names = element.variedNames
            (document, bundle, limits) = (reading.document, reading.bundle, reading.limits)
        }

        func apply(to view: UIView, _ before: UITraitCollection) {
            let traits = view.traitCollection
            guard
                traits.horizontalSizeClass != before.horizontalSizeClass
                    || traits.verticalSizeClass != before.verticalSizeClass
            else { return }
            if !names.isEmpty, let kind = NibKinds.all[element.name] {
                let reading = NibReading(
                    document, bundle: bundle, limits: limits, notes: NibNotes(file: document.name, limit: 0),
                    traits: traits)
                kind.configure(view, ElementReader(element.varied(for: traits), reading, only: names))
            }
            install(in: view, traits)
        }

        /// Removes and adds the subviews that differ for these traits.
        func install(in view: UIView, _ traits: UITraitCollection) {
            let without = element.excluded(from: "subviews", for: traits)
            for (id, subview) in subviews {
                if without.contains(id) {
                    if subview.superview === view { subview.removeFromSuperview() }
                } else if subview.superview == nil {
                    put(subview, id, in: view)
                }
            }
            let off = element.excluded(from: "constraints", for: traits)
            for (element, constraint) in constraints where off.contains(element.id ?? "") {
                constraint.isActive = false
            }
            for (element, constraint) in constraints {
                let current = element.varied(for: traits)
                if element.hasVariations, let constant = current["constant"].flatMap({ Double($0) }), constant.isFinite
                {
                    constraint.constant = CGFloat(constant)
                }
                if !off.contains(element.id ?? ""), !constraint.isActive, NibConstraints.haveCommonView(constraint) {
                    constraint.isActive = true
                }
            }
        }

        /// Adds a view at its position in the document.
        private func put(_ subview: UIView, _ id: String, in view: UIView) {
            let before = subviews.prefix { $0.id != id }.last { $0.view.superview === view }?.view
            if let stack = view as? UIStackView {
                let place = before.flatMap { each in stack.arrangedSubviews.firstIndex { $0 === each } }
                stack.insertArrangedSubview(subview, at: place.map { $0 + 1 } ?? 0)
            } else if let before {
                view.insertSubview(subview, aboveSubview: before)
            } else {
                view.addSubview(subview)
            }
        }
    }
}
