import Foundation
import TileDrawing
import TileLayers

// Requests for `updateProperties()` mark the view and its superviews. A frame makes the calls before it solves
// constraints, from the top down. The first call of each view comes with its first layout and needs no marks.

extension UIView: UpdateTracking {
    package final var updateTrackings: UpdateTrackings? {
        get { rare?.updateTrackings }
        set { rareState.updateTrackings = newValue }
    }

    package final var updateInbox: UpdateInbox? { host?.screen.updateInbox }
}

extension UIView {
    /// The number of rounds after which updates that request each other wait for the next frame.
    private static let maxPropertyRounds = 8

    /// A Boolean value that indicates whether updates were requested here or below.
    final var hasPropertyRequests: Bool { !flags.isDisjoint(with: .propertyMarks) }

    /// Requests the update of the view's properties, or of its manager's.
    package final func requestProperties() {
        flags.insert(.propertiesRequested)
        passPropertyMarksOn()
    }

    /// Propagates the view's marks to its superviews, and the window's to its screen.
    final func passPropertyMarksOn() {
        guard hasPropertyRequests else { return }
        var view: UIView = self
        while let parent = view.parent {
            guard !parent.flags.contains(.propertiesRequestedBelow) else { return }
            parent.flags.insert(.propertiesRequestedBelow)
            view = parent
        }
        if let window = view.host, window === view { window.screen.layerHost.noteChange() }
    }

    /// Makes the requested updates here and below.
    final func updateRequestedProperties() {
        guard hasPropertyRequests else { return }
        for _ in 0..<Self.maxPropertyRounds where hasPropertyRequests { callRequestedUpdates() }
        guard hasPropertyRequests, !flags.contains(.toldPropertiesRestless) else { return }
        flags.insert(.toldPropertiesRestless)
        FrameLog.write(
            "updates of properties do not settle: after \(Self.maxPropertyRounds) rounds in \(type(of: self)), "
                + "updateProperties() of a view or controller has been requested again; the next frame goes on.")
    }

    private func callRequestedUpdates() {
        if flags.contains(.propertiesRequested) { callUpdates() }
        guard flags.contains(.propertiesRequestedBelow) else { return }
        flags.remove(.propertiesRequestedBelow)
        for child in children where child.parent === self { child.callRequestedUpdates() }
    }

    /// Makes all updates that are due here and below, including the first ones.
    final func updateAllProperties() {
        callUpdates()
        for child in children where child.parent === self { child.updateAllProperties() }
        updateRequestedProperties()
    }

    /// Makes the first update, before the first layout.
    final func updatePropertiesForLayout() {
        if !flags.isDisjoint(with: [.needsUpdateProperties, .propertiesRequested]) || rare?.manager != nil {
            callUpdates()
        }
    }

    /// Makes the updates of the manager and the view if they are due.
    private func callUpdates() {
        let (manager, isRequested) = (rare?.manager, flags.contains(.propertiesRequested))
        flags.remove(.propertiesRequested)
        guard flags.contains(.needsUpdateProperties) || manager?.needsPropertyUpdate == true else { return }
        // An update that is under way is repeated after its end, not within it.
        guard !flags.contains(.makesUpdates) else { return }
        flags.insert(.makesUpdates)
        defer {
            flags.remove(.makesUpdates)
            if flags.contains(.needsUpdateProperties) || manager?.needsPropertyUpdate == true { requestProperties() }
        }
        effectiveTraits.performAsCurrent {
            if let manager, manager.needsPropertyUpdate { manager.updateManagedProperties() }
            guard flags.contains(.needsUpdateProperties) else { return }
            flags.remove([.needsUpdateProperties, .readsTraits])
            flags.insert(.updatesProperties)
            if isRequested { countPropertyUpdate() }
            tracking(.properties) {
                $0.setNeedsUpdateProperties()
            } _: {
                updateProperties()
            }
            flags.remove(.updatesProperties)
        }
    }

    /// Counts a requested update of a view's or controller's properties with the next frame.
    package final func countPropertyUpdate() { layer.countFrameWork { $0.propertyUpdates += 1 } }

    /// Requests an update if the last one read the view's traits.
    final func updatePropertiesForTraits() { if flags.contains(.readsTraits) { setNeedsUpdateProperties() } }
}

extension UIScreen {
    /// Makes the requested updates of all windows.
    final func updateProperties() { forEachWindow { $0.updateRequestedProperties() } }

    final var hasPropertyRequests: Bool {
        var isAny = false
        forEachWindow { if $0.hasPropertyRequests { isAny = true } }
        return isAny
    }

    /// Makes the updates that layout has requested, and lays out what they change, until nothing is requested.
    final func settleProperties() {
        for _ in 0..<Self.maxSettlingRounds where hasPropertyRequests {
            updateProperties()
            forEachWindow {
                $0.updateConstraintsBelow()
                $0.layer.layoutIfNeeded()
            }
        }
    }

    private static var maxSettlingRounds: Int { 8 }

    /// Updates traits, properties, constraints and layout of the windows that code on the current thread sees.
    static func flushUpdates() {
        let screens = ofRunningCode.map { [$0] } ?? ofThread
        for screen in screens { screen.forEachWindow { $0.layoutIfNeeded() } }
    }
}

/// The stage of a frame that updates the properties of a screen's windows.
final class PropertyStage: FrameParticipant {
    weak var screen: UIScreen?
    let frameStage: FrameStage

    /// - Parameter stage: `properties`, or `layout` for what layout has requested.
    init(_ stage: FrameStage) { frameStage = stage }

    var wantsFrame: Bool { frameStage == .properties && screen?.hasPropertyRequests == true }

    func takePart(in host: LayerHost, at time: TimeInterval) {
        if frameStage == .properties { screen?.updateProperties() } else { screen?.settleProperties() }
    }
}
