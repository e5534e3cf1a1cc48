import Foundation

/// The gestures of a window that are under way: who is to be told of what, and who waits for a time.
final class GestureEnvironment {
    /// Recognizers with touches, or that wait. Held for as long as they do.
    private var active: [UIGestureRecognizer] = []
    private var news: [(recognizer: UIGestureRecognizer, state: UIGestureRecognizer.State)] = []
    private var isTelling = false
    /// Touches whose end their views do not know of yet.
    private(set) var withheld: [WithheldEnd] = []

    struct WithheldEnd {
        let touch: UITouch
        let event: UIEvent
    }

    /// Whether something will happen by itself: a frame has to come.
    var isWaiting: Bool { active.contains { $0.deadline != nil } }

    func keep(_ recognizer: UIGestureRecognizer) {
        if !active.contains(where: { $0 === recognizer }) { active.append(recognizer) }
    }

    /// Has a recognizer's handlers told of a state, when all recognizers have seen the event.
    func tell(_ recognizer: UIGestureRecognizer, _ state: UIGestureRecognizer.State) {
        keep(recognizer)
        news.append((recognizer, state))
    }

    /// Calls those whose time has come, in the order of their times.
    func advance(to time: TimeInterval) {
        while let next = active.filter({ $0.deadline.map { $0 <= time } ?? false })
            .min(by: { ($0.deadline ?? 0) < ($1.deadline ?? 0) })
        {
            next.deadline = nil
            next.deadlinePassed()
            flush()
        }
    }

    /// Tells what there is to tell, and has those that are over start anew.
    func flush() {
        // Who is told may send events, or end gestures: what that comes to is told by the first that does.
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

    /// Forgets touches that have ended.
    func endEvent() {
        for recognizer in active { recognizer.forgetFinished() }
        flush()
    }

    // MARK: Ends that views do not know of yet

    /// Keeps the end of a touch from its view, if somebody that follows it asks for that.
    func withholdEnd(of touch: UITouch, _ event: UIEvent) {
        guard touch.isKnownToView, touch.delivery == .toView,
            touch.followers.contains(where: { $0.delaysTouchesEnded && $0.isUnderWay })
        else { return }
        touch.delivery = .endHeld
        withheld.append(WithheldEnd(touch: touch, event: event))
    }

    /// A recognizer has recognized a gesture of touches that have ended before.
    func takeEnds(for recognizer: UIGestureRecognizer) {
        for end in withheld where end.touch.followers.contains(where: { $0 === recognizer }) {
            end.touch.give(to: recognizer)
        }
        withheld.removeAll { $0.touch.delivery == .toFollowers }
    }

    /// A view leaves the window, with all in it: what ended for them is cancelled instead.
    func cancelEnds(in view: UIView) {
        for end in withheld where end.touch.view?.isDescendant(of: view) == true {
            end.touch.followers = []
            end.touch.takeFromView()
        }
        withheld.removeAll { $0.touch.delivery == .toFollowers }
    }

    /// Tells views of ends that nobody withholds any more.
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
