import Foundation

/// Samples that are combined in one event, with at most one phase per finger.
struct TouchBatch {
    /// The samples by finger, in the order of their arrival.
    private(set) var samples: [[TouchSample]]
    private(set) var timestamp: TimeInterval

    init(_ sample: TouchSample) {
        samples = [[sample]]
        timestamp = sample.timestamp
    }

    /// Adds a sample and returns true if it fits into the same event.
    mutating func merge(_ sample: TouchSample) -> Bool {
        timestamp = max(timestamp, sample.timestamp)
        guard let index = samples.firstIndex(where: { $0[0].finger == sample.finger }) else {
            samples.append([sample])
            return true
        }
        guard sample.phase.isMove, samples[index][0].phase == sample.phase else { return false }
        samples[index].append(sample)
        return true
    }
}

extension UITouch.Phase {
    /// A Boolean value that indicates whether a touch begins: a finger on the screen, or a pointer over a region.
    var begins: Bool { self == .began || self == .regionEntered }
    var isMove: Bool { self == .moved || self == .regionMoved }
    /// A Boolean value that indicates whether the phase belongs to a pointer over a region without a pressed button.
    var isHovering: Bool { self == .regionEntered || self == .regionMoved || self == .regionExited }
}
