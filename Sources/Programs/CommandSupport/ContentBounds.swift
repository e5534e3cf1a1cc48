import ArgumentParser
import Foundation

/// `--bounds` as written: left, top, width and height, with commas between them.
package struct ContentBounds: AdvisedValue {
    package static let advice = "use x,y,width,height, with width and height above 0"

    package var rect: CGRect

    package init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy({ $0?.isFinite == true }), numbers[2]! > 0, numbers[3]! > 0 else {
            return nil
        }
        rect = CGRect(x: numbers[0]!, y: numbers[1]!, width: numbers[2]!, height: numbers[3]!)
    }
}
