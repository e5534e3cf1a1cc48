import Foundation

extension TiledScrollView: FrameFollower {
    func followFrames() {
        if let followed, followed !== window?.screen { followed.followers.remove(self) }
        followed = window?.screen
        followed?.followers.add(self)
    }

    var wantsFrame: Bool {
        guard let surface else { return false }
        return surface.hasNews || !surface.isSettled || surface.nextUpdateTime != nil
    }

    func frameBegins(at time: TimeInterval) {
        if isSeen != wasSeen { setNeedsLayout() }
        guard let surface else { return }
        if surface.hasNews || surface.nextUpdateTime.map({ $0 <= time }) ?? false { setNeedsLayout() }
    }
}
