import Logging
import NIOCore

/// The two connections of a shared cache: one for commands, and one for subscriptions.
// @unchecked Sendable: used on its event loop alone.
final class SharedTileLink: @unchecked Sendable {
    /// The maximum number of contents with pending announcements. Only the latest of each counts.
    private static let maxAnnouncements = 10_000
    /// The maximum bytes of a message; an identifier and a state take less.
    private static let maxMessage = 1024
    /// The minimum time between two log messages of the same kind.
    private static let timeBetweenComplaints = TimeAmount.minutes(1)

    let coordinator: SharedTileCoordinator
    let views: ViewChangeBroadcaster
    private let eventLoop: any EventLoop
    private let asking: RedisClient
    private let listening: RedisClient
    private let names: SharedTileNames
    private let counters: SharedTileCounters
    private let server: String
    private let complaints: Complaints
    private var announcements: [String: String] = [:]
    /// The last announced state of each content, by this server and by others.
    private var announced: [String: String] = [:]
    private var received: [String: String] = [:]
    /// The delay before an announcement is repeated, for servers that had lost their connection.
    private let timeToRepeat: TimeAmount
    var onChange: @Sendable (_ id: String, _ state: String) -> Void = { _, _ in }

    init(
        _ address: RedisAddress, on eventLoop: any EventLoop, names: SharedTileNames, policy: SharedTilePolicy,
        counters: SharedTileCounters, server: String, isOpen: OpenMark, logger: Logger,
        connect: @escaping RedisClient.Connector
    ) {
        (self.eventLoop, self.names, self.counters, self.server) = (eventLoop, names, counters, server)
        timeToRepeat = policy.longestRest + policy.longestRest + policy.connectTime
        let complaints = Complaints(address: "\(address)", logger: logger, eventLoop: eventLoop)
        self.complaints = complaints
        asking = RedisClient(address, on: eventLoop, policy: policy, connect: connect)
        listening = RedisClient(
            address, on: eventLoop, policy: policy, channels: [names.tiles, names.changes, names.views],
            connect: connect)
        coordinator = SharedTileCoordinator(
            asking, on: eventLoop, names: names, policy: policy, counters: counters,
            onTrouble: { complaints.trouble($0) })
        views = ViewChangeBroadcaster(
            asking, on: eventLoop, channel: names.views, server: server, counters: counters, timeToRepeat: timeToRepeat)
        asking.onOpen = { [weak self] in
            isOpen.set(true)
            counters.update { $0.isConnected = true }
            complaints.isThere()
            self?.sendAnnouncements()
            self?.views.didOpen()
        }
        asking.onFailure = { [coordinator] failure in
            isOpen.set(false)
            counters.update { counts in
                counts.isConnected = false
                counts.failures += 1
            }
            complaints.isGone(failure)
            coordinator.endWaiting()
        }
        listening.onMessage = { [weak self] channel, text in self?.receive(text, on: channel) }
    }

    func start() {
        asking.start()
        listening.start()
    }

    func end() {
        asking.end()
        listening.end()
        coordinator.endWaiting()
    }

    // MARK: Announcements

    func announce(_ id: String, _ state: String) {
        guard announcements[id] != nil || announcements.count < Self.maxAnnouncements else { return }
        announcements[id] = state
        if asking.isOpen { sendAnnouncements() }
    }

    private func sendAnnouncements() {
        let all = announcements
        announcements = [:]
        for (id, state) in all {
            asking.send(RedisCommand("PUBLISH", .text(names.changes), "\(server) \(id) \(state)")) { [weak self] in
                guard let self else { return }
                if case .success(.integer) = $0 {
                    counters.update { $0.changesSent += 1 }
                    repeatLater(id, state)
                } else if announcements[id] == nil, announcements.count < Self.maxAnnouncements {
                    // A state announced in the meantime is newer.
                    announcements[id] = state
                }
            }
        }
    }

    /// Repeats an announcement, because Redis does not store messages for disconnected subscribers.
    private func repeatLater(_ id: String, _ state: String) {
        if announced.count >= Self.maxAnnouncements { announced = [:] }
        announced[id] = state
        eventLoop.assumeIsolated().scheduleTask(in: timeToRepeat) { [weak self] in
            // A newer announcement has a repetition of its own.
            guard let self, announced[id] == state, announcements[id] == nil, asking.isOpen else { return }
            announced[id] = nil
            asking.send(RedisCommand("PUBLISH", .text(names.changes), "\(server) \(id) \(state)")) { _ in }
        }
    }

    private func receive(_ text: String, on channel: String) {
        if channel == names.tiles { return coordinator.tileDidChange(named: text) }
        if channel == names.views { return views.receive(text) }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard channel == names.changes, text.utf8.count <= Self.maxMessage, parts.count == 3, parts[0] != server else {
            return
        }
        // A repetition.
        if received[parts[1]] == parts[2] { return }
        if received.count >= Self.maxAnnouncements { received = [:] }
        received[parts[1]] = parts[2]
        counters.update { $0.changesHeard += 1 }
        onChange(parts[1], parts[2])
    }

    /// Logs problems, with a limited rate.
    private final class Complaints {
        private let address: String
        private let logger: Logger
        private let eventLoop: any EventLoop
        private var last: [String: NIODeadline] = [:]
        private var isMissed = false

        init(address: String, logger: Logger, eventLoop: any EventLoop) {
            (self.address, self.logger, self.eventLoop) = (address, logger, eventLoop)
        }

        private func isDue(_ kind: String) -> Bool {
            if let last = last[kind], eventLoop.now - last < SharedTileLink.timeBetweenComplaints { return false }
            last[kind] = eventLoop.now
            return true
        }

        func trouble(_ reason: String) {
            if isDue("trouble") { logger.warning("shared cache at \(address): \(reason); rendering locally") }
        }

        func isGone(_ failure: RedisFailure) {
            guard !isMissed else { return }
            isMissed = isDue("gone")
            if isMissed {
                logger.warning("shared cache at \(address) unavailable: \(failure); rendering locally")
            }
        }

        func isThere() {
            if isMissed { logger.notice("shared cache at \(address) available again") }
            isMissed = false
        }
    }
}
