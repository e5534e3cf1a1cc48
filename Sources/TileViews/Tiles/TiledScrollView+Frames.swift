import Foundation

extension TiledScrollView: FrameFollower {
    func followFrames() {
        if let followed, followed !== window?.screen { followed.followers.remove(self) }
        followed = window?.screen
        followed?.followers.add(self)
    }

    var wantsFrame: Bool { surface?.awaitsUpdate ?? false }

    func frameBegins(at time: TimeInterval) {
        if isSeen != wasSeen { setNeedsLayout() }
        guard let surface else { return }
        if surface.hasNews || surface.nextUpdateTime.map({ $0 <= time }) ?? false { setNeedsLayout() }
    }
}
