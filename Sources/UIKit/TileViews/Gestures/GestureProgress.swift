import Foundation

/// The state of a recognizer and its dependencies on others.
struct GestureProgress {
    var state = UIGestureRecognizer.State.possible
    /// The states that the recognizer has reached and may enter once others have failed.
    var awaited: [UIGestureRecognizer.State] = []
    /// The recognizers that this one waits for.
    var blockers: [WeakRecognizer] = []
    /// The recognizers that wait for this one.
    var waiting: [WeakRecognizer] = []
}

extension UIGestureRecognizer {
    /// A Boolean value that indicates whether the recognizer may still recognize a gesture in its current input.
    final var isUnderWay: Bool {
        progress.state == .possible
            && (!touches.isEmpty || !inputs.isEmpty || !progress.awaited.isEmpty || isBetweenTouches)
    }

    /// Handles a state that the recognizer has set itself.
    final func handleStateChange(to new: State) {
        switch (progress.state, new) {
        case (.possible, .possible): break
        case (.possible, .failed), (.possible, .cancelled): fail()
        case (.possible, .began), (.possible, .ended):
            if progress.awaited.isEmpty {
                attempt(new)
            } else if new == .ended, progress.awaited.last == .began {
                // A gesture that begins and changes while it waits enters `began` only once.
                progress.awaited.append(new)
            }
        case (.possible, .changed) where progress.awaited.last == .began: break
        case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
            (.changed, .cancelled):
            enter(new)
        case (.began, .failed), (.changed, .failed): enter(.cancelled)
        // A recognizer that has been ended while it still receives touches ignores further states.
        case (.ended, _), (.cancelled, _), (.failed, _): break
        default:
            preconditionFailure(
                "\(type(of: self)) can't go from \(progress.state) to \(new): a gesture is possible, then it began, "
                    + "changed, and ended or was cancelled; or it ended, or failed, at once")
        }
    }

    /// Recognizes the gesture, unless the recognizer must wait for others to fail, others have already recognized, or a
    /// delegate or view prevents it.
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

    /// The other recognizers that follow the same input.
    final var rivals: [UIGestureRecognizer] { rivals(among: touches.map(\.followers) + inputs.map(\.followers)) }

    /// Returns all recognizers in the lists except this one, each once.
    final func rivals(among lists: [[UIGestureRecognizer]]) -> [UIGestureRecognizer] {
        var found: [UIGestureRecognizer] = []
        for other in lists.joined() where other !== self && !found.contains(where: { $0 === other }) {
            found.append(other)
        }
        return found
    }

    /// Returns the recognizers that must fail before this one can recognize.
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
        // The delegate may have ended the gesture.
        guard progress.state == .possible else { return }
        guard !others.contains(where: { $0.progress.state.isRecognized && $0.prevents(self) }) else { return fail() }
        enter(states[0])
        failWaiting()
        // Other recognizers that lose the input flush pending notifications, which may reset this recognizer.
        let (touches, inputs) = (touches, inputs)
        environment?.takeEnds(for: self)
        view?.window?.takePressEnds(for: self)
        for touch in touches { touch.give(to: self) }
        for input in inputs { input.give(to: self) }
        for state in states.dropFirst() { enter(state) }
    }

    /// A Boolean value that indicates whether the delegate and all views from the touched one up to the recognizer's
    /// own allow the gesture to begin.
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

    /// Returns whether recognition by this recognizer makes another one fail.
    final func prevents(_ other: UIGestureRecognizer) -> Bool {
        canPrevent(other) && other.canBePrevented(by: self)
            && delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) != true
            && other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) != true
    }

    /// Fails the recognizers that wait for this one to fail.
    final func failWaiting() {
        let waiting = progress.waiting.compactMap(\.object)
        progress.waiting = []
        for other in waiting where other.progress.state == .possible { other.fail() }
    }

    private func enter(_ new: State) {
        progress.state = new
        environment?.enqueueNotification(for: self, state: new)
    }

    /// Fails the recognizer, because its input is not its gesture.
    final func fail() {
        guard progress.state == .possible else { return }
        progress.state = .failed
        progress.awaited = []
        environment?.keep(self)
        letOthersGoOn()
    }

    /// Releases the recognizers that waited for this one.
    final func letOthersGoOn() {
        let waiting = progress.waiting.compactMap(\.object)
        progress.waiting = []
        for other in waiting where other.progress.state == .possible && !other.progress.awaited.isEmpty {
            other.progress.blockers.removeAll { $0.object == nil || $0.object === self }
            guard other.progress.blockers.isEmpty else { continue }
            other.recognize(other.progress.awaited, among: other.rivals)
        }
    }

    /// Resets the recognizer after its end has been reported.
    final func startOver() {
        deadline = nil
        progress = GestureProgress()
        for touch in touches { touch.followers.removeAll { $0 === self } }
        for input in inputs { input.followers.removeAll { $0 === self } }
        resting = touches.filter { !$0.hasFinished }
        (touches, inputs) = ([], [])
        reset()
    }

    /// The gesture environment of the window.
    private var environment: GestureEnvironment? {
        (touches.first?.window ?? inputs.first?.window ?? view?.window)?.gestures
    }

    /// Adds presses or a scroll that begin.
    final func addInputs(_ new: [any GestureInput]) {
        for input in new where !inputs.contains(where: { $0 === input }) { inputs.append(input) }
        environment?.keep(self)
    }

    // MARK: Touches

    /// The recognizer's touches that have not ended.
    final var down: [UITouch] { touches.filter { !$0.hasFinished } }

    /// Returns whether the recognizer follows a touch that begins.
    final func receives(_ touch: UITouch, in event: UIEvent) -> Bool {
        resting.removeAll(where: \.hasFinished)
        guard isEnabled, resting.isEmpty, !progress.state.isOver, !progress.awaited.contains(.ended),
            allowedTouchTypes.contains(where: { $0.intValue == touch.type.rawValue }), shouldReceive(event)
        else { return false }
        if requiresExclusiveTouchType, let first = touches.first, first.type != touch.type { return false }
        return delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
    }

    /// Calls the touch methods of subclasses.
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

    /// Stops following a touch.
    final func drop(_ touch: UITouch) {
        touches.removeAll { $0 === touch }
        touch.followers.removeAll { $0 === self }
    }

    /// Removes finished input, unless the recognizer still waits with it.
    final func forgetFinished() {
        guard progress.awaited.isEmpty else { return }
        touches.removeAll(where: \.hasFinished)
        inputs.removeAll(where: \.hasFinished)
    }
}
