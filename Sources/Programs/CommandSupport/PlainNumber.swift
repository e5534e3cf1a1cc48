import ArgumentParser
import TileSupport

/// A number as people type it: "0.5", and "10" rather than "10.0", also where help shows a default.
package struct PlainNumber: ExpressibleByArgument, Hashable {
    package let value: Double

    package init(_ value: Double) { self.value = value }

    package init?(argument: String) {
        guard let value = Double(argument) else { return nil }
        self.value = value
    }

    package var defaultValueDescription: String { GroupedNumber.typed(value) }
}
