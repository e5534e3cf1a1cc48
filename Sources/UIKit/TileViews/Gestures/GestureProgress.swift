import Foundation

/// How far a recognizer is, and what it waits for.
struct GestureProgress {
    var state = UIGestureRecognizer.State.possible
    /// What it has come to, and may not be before others have failed.
    var awaited: [UIGestureRecognizer.State] = []
    /// Those that it waits for, while it does.
    var blockers: [WeakRecognizer] = []
    /// Those that wait for it.
    var waiting: [WeakRecognizer] = []
}

extension UIGestureRecognizer {
    /// Whether it may still recognize what it follows.
    final var isUnderWay: Bool {
        progress.state == .possible
            && (!touches.isEmpty || !inputs.isEmpty || !progress.awaited.isEmpty || isBetweenTouches)
    }

    /// Has come to a state by itself.
    final func take(_ new: State) {
        switch (progress.state, new) {
        case (.possible, .possible): break
        case (.possible, .failed), (.possible, .cancelled): fail()
        case (.possible, .began), (.possible, .ended):
            if progress.awaited.isEmpty {
                attempt(new)
            } else if new == .ended, progress.awaited.last == .began {
                // What begins and moves while it waits begins once.
                progress.awaited.append(new)
            }
        case (.possible, .changed) where progress.awaited.last == .began: break
        case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
            (.changed, .cancelled):
            enter(new)
        case (.began, .failed), (.changed, .failed): enter(.cancelled)
        // What was told to be over while it still sees touches has nothing more to say.
        case (.ended, _), (.cancelled, _), (.failed, _): break
        default:
            preconditionFailure(
                "\(type(of: self)) can't go from \(progress.state) to \(new): a gesture is possible, then it began, "
                    + "changed, and ended or was cancelled; or it ended, or failed, at once")
        }
    }

    /// It would recognize: unless others must fail first, or have recognized already, or somebody objects.
    private func attempt(_ new: State) {
        let others = rivals
        let blockers = self.blockers(among: others)
        if blockers.contains(where: { $0.progress.state.isRecognized }) { return fail() }
        let open = blockers.filter(\.isUnderWay)
        guard open.isEmpty else {
            progress.awaited = [new]
            progress.blockers = open.map { WeakRecognizer(object: $0) }
            for blocker in open { blocker.progress.waiting.append(WeakRecognizer(object: self)) }
            environment?.keep(self)
            return
        }
        recognize([new], among: others)
    }

    /// Others that follow what it follows.
    final var rivals: [UIGestureRecognizer] { rivals(among: touches.map(\.followers) + inputs.map(\.followers)) }

    /// All in these lists but itself, each once.
    final func rivals(among lists: [[UIGestureRecognizer]]) -> [UIGestureRecognizer] {
        var found: [UIGestureRecognizer] = []
        for other in lists.joined() where other !== self && !found.contains(where: { $0 === other }) {
            found.append(other)
        }
        return found
    }

    /// Those that must fail before it recognizes.
    final func blockers(among others: [UIGestureRecognizer]) -> [UIGestureRecognizer] {
        var found = required.compactMap(\.object)
        for other in others where !found.contains(where: { $0 === other }) {
            let mustWait =
                shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
                || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
                || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
            if mustWait { found.append(other) }
        }
        return found
    }

    private func recognize(_ states: [State], among others: [UIGestureRecognizer]) {
        progress.awaited = []
        guard isEnabled, isWanted else { return fail() }
        // Who was asked may have ended it.
        guard progress.state == .possible else { return }
        guard !others.contains(where: { $0.progress.state.isRecognized && $0.prevents(self) }) else { return fail() }
        enter(states[0])
        failWaiting()
        // Others that lose what it follows have all told that there is to tell, which may start this one over.
        let (touches, inputs) = (touches, inputs)
        environment?.takeEnds(for: self)
        view?.window?.takePressEnds(for: self)
        for touch in touches { touch.give(to: self) }
        for input in inputs { input.give(to: self) }
        for state in states.dropFirst() { enter(state) }
    }

    /// Whether neither delegate nor a view from the touched one up to its own objects.
    final var isWanted: Bool {
        guard delegate?.gestureRecognizerShouldBegin(self) ?? true else { return false }
        var asked: [UIView] = []
        for target in touches.map(\.view) + inputs.map(\.view) {
            for each in sequence(first: target ?? view, next: { [view] in $0 === view ? nil : $0?.superview }) {
                guard let each, !asked.contains(where: { $0 === each }) else { continue }
                asked.append(each)
                guard each.gestureRecognizerShouldBegin(self) else { return false }
            }
        }
        return true
    }

    /// Whether it fails another by recognizing.
    final func prevents(_ other: UIGestureRecognizer) -> Bool {
        canPrevent(other) && other.canBePrevented(by: self)
            && delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) != true
            && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) != true
    }

    /// Those that wait for it to fail have waited in vain.
    final func failWaiting() {
        let waiting = progress.waiting.compactMap(\.object)
        progress.waiting = []
        for other in waiting where other.progress.state == .possible { other.fail() }
    }

    private func enter(_ new: State) {
        progress.state = new
        environment?.tell(self, new)
    }

    /// What it followed is not its gesture.
    final func fail() {
        guard progress.state == .possible else { return }
        progress.state = .failed
        progress.awaited = []
        environment?.keep(self)
        letOthersGoOn()
    }

    /// Those that waited for it wait no longer.
    final func letOthersGoOn() {
        let waiting = progress.waiting.compactMap(\.object)
        progress.waiting = []
        for other in waiting where other.progress.state == .possible && !other.progress.awaited.isEmpty {
            other.progress.blockers.removeAll { $0.object == nil || $0.object === self }
            guard other.progress.blockers.isEmpty else { continue }
            other.recognize(other.progress.awaited, among: other.rivals)
        }
    }

    /// Back to the beginning, when the end has been told.
    final func startOver() {
        deadline = nil
        progress = GestureProgress()
        for touch in touches { touch.followers.removeAll { $0 === self } }
        for input in inputs { input.followers.removeAll { $0 === self } }
        resting = touches.filter { !$0.hasFinished }
        (touches, inputs) = ([], [])
        reset()
    }

    /// Where gestures of its window are kept.
    private var environment: GestureEnvironment? {
        (touches.first?.window ?? inputs.first?.window ?? view?.window)?.gestures
    }

    /// Follows presses, or a scroll, that began.
    final func take(inputs new: [any GestureInput]) {
        for input in new where !inputs.contains(where: { $0 === input }) { inputs.append(input) }
        environment?.keep(self)
    }

    // MARK: Touches

    /// Those of its touches that have not ended.
    final var down: [UITouch] { touches.filter { !$0.hasFinished } }

    /// Whether it follows a touch that begins.
    final func receives(_ touch: UITouch, in event: UIEvent) -> Bool {
        resting.removeAll(where: \.hasFinished)
        guard isEnabled, resting.isEmpty, !progress.state.isOver, !progress.awaited.contains(.ended),
            allowedTouchTypes.contains(where: { $0.intValue == touch.type.rawValue }), shouldReceive(event)
        else { return false }
        if requiresExclusiveTouchType, let first = touches.first, first.type != touch.type { return false }
        return delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
    }

    /// Passes touches to the methods of subclasses.
    final func followByPhase(_ touches: [UITouch], _ phase: UITouch.Phase, with event: UIEvent) {
        guard isEnabled, !progress.state.isOver else { return }
        modifierFlags = event.modifierFlags
        buttonMask = event.buttonMask
        switch phase {
        case .began:
            self.touches += touches
            environment?.keep(self)
            touchesBegan(Set(touches), with: event)
        case .moved: touchesMoved(Set(touches), with: event)
        case .ended: touchesEnded(Set(touches), with: event)
        default: touchesCancelled(Set(touches), with: event)
        }
    }

    /// Follows a touch no longer.
    final func drop(_ touch: UITouch) {
        touches.removeAll { $0 === touch }
        touch.followers.removeAll { $0 === self }
    }

    /// Of what has ended only that stays with which it still waits.
    final func forgetFinished() {
        guard progress.awaited.isEmpty else { return }
        touches.removeAll(where: \.hasFinished)
        inputs.removeAll(where: \.hasFinished)
    }
}
