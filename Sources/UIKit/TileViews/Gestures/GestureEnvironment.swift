import Foundation

/// The gestures in progress in a window, with pending notifications and deadlines.
final class GestureEnvironment {
    /// The recognizers with touches or pending states, retained for that time.
    private var active: [UIGestureRecognizer] = []
    private var news: [(recognizer: UIGestureRecognizer, state: UIGestureRecognizer.State)] = []
    private var isTelling = false
    /// The touches with an end that was not delivered to their views yet.
    private(set) var withheld: [WithheldEnd] = []

    struct WithheldEnd {
        let touch: UITouch
        let event: UIEvent
    }

    /// A Boolean value that indicates whether a recognizer waits for a deadline, which requires another frame.
    var isWaiting: Bool { active.contains { $0.deadline != nil } }

    func keep(_ recognizer: UIGestureRecognizer) {
        if !active.contains(where: { $0 === recognizer }) { active.append(recognizer) }
    }

    /// Schedules a notification of a recognizer's handlers about a state, after all recognizers have received the
    /// event.
    func enqueueNotification(for recognizer: UIGestureRecognizer, state: UIGestureRecognizer.State) {
        keep(recognizer)
        news.append((recognizer, state))
    }

    /// Calls recognizers with expired deadlines, in the order of the deadlines.
    func advance(to time: TimeInterval) {
        while let next = active.filter({ $0.deadline.map { $0 <= time } ?? false })
            .min(by: { ($0.deadline ?? 0) < ($1.deadline ?? 0) })
        {
            next.deadline = nil
            next.deadlinePassed()
            flush()
        }
    }

    /// Sends pending notifications and resets recognizers that have finished.
    func flush() {
        // Handlers may send events or end gestures. The outermost call sends the resulting notifications.
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        repeat {
            while !news.isEmpty {
                let (recognizer, state) = news.removeFirst()
                recognizer.reported = state
                recognizer.tellHandlers()
                recognizer.reported = nil
            }
            for recognizer in active where recognizer.progress.state.isOver {
                recognizer.letOthersGoOn()
                recognizer.startOver()
            }
        } while !news.isEmpty
        active.removeAll { !$0.isUnderWay && !$0.progress.state.isRecognized && $0.deadline == nil }
    }

    /// Removes touches that have ended.
    func endEvent() {
        for recognizer in active { recognizer.forgetFinished() }
        flush()
    }

    // MARK: Delayed ends of touches

    /// Delays the end of a touch for its view if one of its followers requires that.
    func withholdEnd(of touch: UITouch, _ event: UIEvent) {
        guard touch.isKnownToView, touch.delivery == .toView,
            touch.followers.contains(where: { $0.delaysTouchesEnded && $0.isUnderWay })
        else { return }
        touch.delivery = .endHeld
        withheld.append(WithheldEnd(touch: touch, event: event))
    }

    /// Claims touches that have already ended for a recognizer that has just recognized its gesture.
    func takeEnds(for recognizer: UIGestureRecognizer) {
        for end in withheld where end.touch.followers.contains(where: { $0 === recognizer }) {
            end.touch.give(to: recognizer)
        }
        withheld.removeAll { $0.touch.delivery == .toFollowers }
    }

    /// Cancels delayed ends in a view that leaves the window.
    func cancelEnds(in view: UIView) {
        for end in withheld where end.touch.view?.isDescendant(of: view) == true {
            end.touch.followers = []
            end.touch.takeFromView()
        }
        withheld.removeAll { $0.touch.delivery == .toFollowers }
    }

    /// Delivers ends to views once no recognizer delays them.
    func releaseEnds() {
        var index = 0
        while index < withheld.count {
            let (touch, event) = (withheld[index].touch, withheld[index].event)
            if touch.delivery == .endHeld, touch.followers.contains(where: { $0.delaysTouchesEnded && $0.isUnderWay }) {
                index += 1
                continue
            }
            withheld.remove(at: index)
            touch.followers = []
            guard touch.delivery == .endHeld else { continue }
            touch.delivery = .toView
            touch.isKnownToView = false
            touch.view?.touchesEnded([touch], with: event)
        }
    }
}
