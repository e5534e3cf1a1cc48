import NIOCore
internal import TileGeometry

/// Sends changes of a server's views to other servers, and receives theirs, on one event loop.
///
/// The first change of a content is sent at once. Changes within `gatherTime` after it are sent together. Without a
/// connection, changes wait for one. Because Redis does not store messages for disconnected subscribers, each message
/// is repeated once, when they should have reconnected.
// @unchecked Sendable: used on its event loop alone.
final class ViewChangeBroadcaster: @unchecked Sendable {
    private static let gatherTime = TimeAmount.milliseconds(50)
    /// The maximum number of contents with pending changes, and of messages to repeat. A server has fewer of both.
    private static let maxWaiting = 1024
    /// The maximum number of remembered messages of other servers, for detecting repetitions.
    private static let maxReceived = 4096

    private let eventLoop: any EventLoop
    private let client: RedisClient
    private let channel: String
    private let server: String
    private let counters: SharedTileCounters
    private let timeToRepeat: TimeAmount
    /// The pending changes, by the content's state.
    private var waiting: [String: [Box]] = [:]
    /// The contents with a recently sent change.
    private var resting: Set<String> = []
    private var next: UInt64 = 1
    private var repetitionCount = 0
    private var received: Set<String> = []
    var onChange: @Sendable (_ state: String, _ boxes: [Box]) -> Void = { _, _ in }

    init(
        _ client: RedisClient, on eventLoop: any EventLoop, channel: String, server: String,
        counters: SharedTileCounters, timeToRepeat: TimeAmount
    ) {
        (self.client, self.eventLoop, self.channel, self.server) = (client, eventLoop, channel, server)
        (self.counters, self.timeToRepeat) = (counters, timeToRepeat)
    }

    // MARK: Sending

    func announce(_ boxes: [Box], of state: String) {
        guard !boxes.isEmpty, waiting[state] != nil || waiting.count < Self.maxWaiting else { return }
        let known = waiting[state] ?? []
        waiting[state] = SharedViewChange.gathered(known + boxes.filter { !known.contains($0) })
        send(state)
    }

    /// Called when Redis becomes available.
    func didOpen() { for state in waiting.keys { send(state) } }

    private func send(_ state: String) {
        guard client.isOpen, !resting.contains(state), let boxes = waiting.removeValue(forKey: state) else { return }
        let change = SharedViewChange(server: server, number: next, state: state, boxes: boxes)
        next += 1
        resting.insert(state)
        eventLoop.assumeIsolated().scheduleTask(in: Self.gatherTime) { [weak self] in
            self?.resting.remove(state)
            self?.send(state)
        }
        client.send(RedisCommand("PUBLISH", .text(channel), .text(change.text))) { [weak self] in
            guard let self else { return }
            if case .success(.integer) = $0 {
                counters.update { $0.changesSent += 1 }
                repeatLater(change)
            } else {
                // Together with changes that were added meanwhile.
                waiting[state] = SharedViewChange.gathered(boxes + (waiting[state] ?? []))
            }
        }
    }

    private func repeatLater(_ change: SharedViewChange) {
        guard repetitionCount < Self.maxWaiting else { return }
        repetitionCount += 1
        eventLoop.assumeIsolated().scheduleTask(in: timeToRepeat) { [weak self] in
            guard let self else { return }
            repetitionCount -= 1
            client.send(RedisCommand("PUBLISH", .text(channel), .text(change.text))) { _ in }
        }
    }

    // MARK: Receiving

    func receive(_ text: String) {
        guard let change = SharedViewChange(text), change.server != server else { return }
        if received.count >= Self.maxReceived { received = [] }
        guard received.insert("\(change.server) \(change.number)").inserted else { return }
        counters.update { $0.changesHeard += 1 }
        onChange(change.state, change.boxes)
    }
}
