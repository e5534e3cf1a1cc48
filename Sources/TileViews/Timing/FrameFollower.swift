import Foundation
import TileGraphics
import TileLayers

/// Something that may have something new to show in a frame although nothing is marked: workers have brought it.
protocol FrameFollower: AnyObject {
    /// Whether a frame would bring it on.
    var wantsFrame: Bool { get }
    /// A frame begins; layout comes next.
    func frameBegins(at time: CFTimeInterval)
}

/// Those who follow a screen's frames. It keeps none of them alive.
struct FrameFollowers {
    private struct Entry {
        weak var follower: (any FrameFollower)?
    }

    private var entries: [Entry] = []

    mutating func add(_ follower: any FrameFollower) {
        remove(follower)
        entries.append(Entry(follower: follower))
    }

    mutating func remove(_ follower: any FrameFollower) {
        entries.removeAll { $0.follower == nil || $0.follower === follower }
    }

    var wantFrame: Bool { entries.contains { $0.follower?.wantsFrame ?? false } }

    func frameBegins(at time: CFTimeInterval) { for entry in entries { entry.follower?.frameBegins(at: time) } }
}
