import Foundation
import TileLayers
import TileSupport

// The names of updates and observed properties in the reports of replays.

extension TrackedUpdate {
    /// The name of the method, without arguments.
    func methodName(of object: some UpdateTracking) -> String {
        switch self {
        case .properties: "updateProperties"
        case .constraints: object is UIView ? "updateConstraints" : "updateViewConstraints"
        case .layout: "layoutSubviews"
        case .willLayout: object is UIResponder ? "viewWillLayoutSubviews" : "containerViewWillLayoutSubviews"
        case .didLayout: object is UIResponder ? "viewDidLayoutSubviews" : "containerViewDidLayoutSubviews"
        case .display: "draw"
        case .configuration: "updateConfiguration"
        case .contentUnavailable: "updateContentUnavailableConfiguration"
        case .sections: "sectionProvider"
        }
    }

    var kind: UpdateCause.Update {
        switch self {
        case .properties, .constraints, .configuration, .contentUnavailable, .sections: .properties
        case .layout, .willLayout, .didLayout: .layout
        case .display: .display
        }
    }
}

extension AnyKeyPath {
    /// The type and name of a property, such as `Model.count`; with the property's type in place of its name if the
    /// program's symbols are stripped.
    ///
    /// The standard library describes a property with accessors by the address of its getter.
    var observedName: String {
        let path = type(of: self)
        let owner = "\(path.rootType)"
        let text = debugDescription
        guard let mark = text.range(of: "<computed 0x") else {
            return text.hasPrefix("\\") ? String(text.dropFirst()) : text
        }
        let address = UInt(text[mark.upperBound...].prefix { $0.isHexDigit }, radix: 16) ?? 0
        for symbol in ProgramSymbols.ofProcess.names(startingAt: address) {
            // A symbol reads "key path getter for Shop.(Model in _5D0F).count : Swift.Int : Shop.(Model in _5D0F)".
            guard let start = symbol.range(of: "key path getter for "),
                let end = symbol.range(of: " : ", range: start.upperBound..<symbol.endIndex)
            else { continue }
            let names = symbol[start.upperBound..<end.lowerBound].split(separator: ".")
            guard names.count >= 2, let name = names.last else { continue }
            // Equal getters of two types may be one function.
            let type = names[names.count - 2].drop { $0 == "(" }.prefix { $0 != " " }
            if type == owner.prefix(while: { $0 != "<" }) { return "\(owner).\(name)" }
        }
        return "\(owner).(\(path.valueType))"
    }
}
