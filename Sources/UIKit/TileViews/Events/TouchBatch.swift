import Foundation

/// Samples that go into one event: at most one phase for each finger.
struct TouchBatch {
    /// By finger, in the order in which they came.
    private(set) var samples: [[TouchSample]]
    private(set) var timestamp: TimeInterval

    init(_ sample: TouchSample) {
        samples = [[sample]]
        timestamp = sample.timestamp
    }

    /// Adds a sample, if it can be in one event with the others.
    mutating func take(_ sample: TouchSample) -> Bool {
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
    /// Whether a finger comes: down, or a pointer over a region.
    var begins: Bool { self == .began || self == .regionEntered }
    var isMove: Bool { self == .moved || self == .regionMoved }
    /// Whether it is a pointer's that is over a region without a pressed button.
    var isHovering: Bool { self == .regionEntered || self == .regionMoved || self == .regionExited }
}
