public import Foundation
import TileSupport

extension Ledger {
    /// The part of a ledger that a file holds.
    public enum Detail: Sendable {
        /// The part that is compared: counts and the shown content.
        case counts
        /// Times, areas, the description and the verdict as well.
        case all
    }

    /// The reason why a file is not a valid ledger.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable(path: String, reason: String)
        case schema(path: String, found: Int?)

        public var description: String {
            switch self {
            case .unreadable(let path, let reason): "\(path): \(reason)"
            case .schema(let path, let found?):
                "\(path): a ledger of schema \(found); this build reads schemas \(Ledger.readSchemas.lowerBound) to "
                    + "\(Ledger.schema): update it with `Ledger.json(_:)`"
            case .schema(let path, nil): "\(path): not a ledger: “schema” is missing"
            }
        }
    }

    /// Returns the ledger as JSON with a line for each frame and members in a fixed order, so that equal ledgers give
    /// equal text, and differences show their place.
    public func json(_ detail: Detail) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) -> String {
            // Encoding a ledger cannot fail.
            String(decoding: try! encoder.encode(value), as: UTF8.self)
        }
        var text = "{\n"
        text += "  \"schema\": \(schema),\n"
        text += "  \"trace\": \(line(trace)),\n  \"fingerprint\": \(line(fingerprint)),\n"
        if let content { text += "  \"content\": \(line(content)),\n" }
        text += "  \"clock\": \(line(clock)),\n  \"refreshRate\": \(line(refreshRate)),\n"
        text += "  \"viewportWidth\": \(line(viewportWidth)),\n  \"viewportHeight\": \(line(viewportHeight)),\n"
        text += "  \"scale\": \(line(scale)),\n"
        if let scrollView { text += "  \"scrollView\": \(line(scrollView)),\n" }
        if let format { text += "  \"format\": \(line(format)),\n" }
        if detail == .all, let about { text += "  \"about\": \(line(about)),\n" }
        if detail == .all, let verdict { text += "  \"verdict\": \(line(verdict)),\n" }
        if detail == .all, let leaks { text += "  \"leaks\": \(line(leaks)),\n" }
        text += "  \"frames\": [\n"
        let lines = frames.map { frame in "    " + line(detail == .all ? frame : frame.counted) }
        text += lines.joined(separator: ",\n") + "\n  ]\n}\n"
        return Data(text.utf8)
    }

    /// Largest file that is read, in bytes.
    private static let largestFile = 1 << 30

    /// The members of a ledger and of its frames.
    private static let members: JSONMembers = {
        var members = Dictionary(uniqueKeysWithValues: CodingKeys.allCases.map { ($0.rawValue, JSONMembers.any) })
        members[CodingKeys.frames.rawValue] = .list(.names(FrameRecord.memberNames))
        return .object(members)
    }()

    public static func read(_ path: String) throws(Failure) -> Ledger {
        let data: Data
        do throws(RegularFile.Failure) {
            data = try RegularFile.read(path, atMost: largestFile)
        } catch {
            switch error {
            case .unreadable(let reason): throw .unreadable(path: path, reason: reason)
            case .tooLarge: throw .unreadable(path: path, reason: "too large for a ledger: the limit is 1 GB")
            }
        }
        // A file of another schema may have other members, so its schema is read first.
        struct Head: Decodable { var schema: Int? }
        if let head = try? JSONDecoder().decode(Head.self, from: data),
            head.schema.map(readSchemas.contains) != true
        {
            throw .schema(path: path, found: head.schema)
        }
        do throws(JSONSyntax.Failure) {
            try JSONSyntax.check(data, members: members)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
        do {
            var ledger = try JSONDecoder().decode(Ledger.self, from: data)
            let trace = ledger.trace
            ledger.verdict?.name(findings: trace)
            if let problem = ledger.problem { throw Failure.unreadable(path: path, reason: problem) }
            return ledger
        } catch let failure as Failure {
            throw failure
        } catch DecodingError.keyNotFound(let key, let context) {
            let place = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            throw .unreadable(path: path, reason: "\(place) is missing")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw .unreadable(path: path, reason: "invalid \(place): \(context.debugDescription)")
        } catch DecodingError.typeMismatch(_, let context) {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw .unreadable(path: path, reason: "\(place) has the wrong type")
        } catch {
            throw .unreadable(path: path, reason: "invalid JSON: a number is out of range")
        }
    }
}

extension Ledger {
    /// The reason why a ledger can't come from a replay; nil if it can.
    fileprivate var problem: String? {
        for (name, value, range) in [
            ("refreshRate", refreshRate, 1...1000.0), ("viewportWidth", viewportWidth, 1...1e6),
            ("viewportHeight", viewportHeight, 1...1e6), ("scale", scale, 0.1...16),
        ] where !range.contains(value) {
            return "invalid \(name) \(value.short): use \(range.lowerBound.short) to \(range.upperBound.short)"
        }
        for (index, frame) in frames.enumerated() where !frame.isPossible {
            return "frames[\(index)] has a number out of range"
        }
        return nil
    }
}

extension FrameRecord {
    /// Whether the numbers are small enough to be summed.
    fileprivate var isPossible: Bool {
        let sums =
            [shortfall.blank, shortfall.coarse, shortfall.stale] + draws.values + layouts.values
            + animations.values + commits.values + controllers.values
            + damage.values.flatMap { [$0.dirty, $0.overdrawn, $0.operations] }
            + observed.flatMap { [$0.updates, $0.layouts, $0.draws] }
            + work.values.joined().flatMap { [$0.value.operations] + $0.value.owners.values }
        return (0...1_000_000).contains(number) && (0...1e6).contains(time)
            && [offsetX, offsetY, zoomScale, referenceX, referenceY].allSatisfy { abs($0) <= 1e13 }
            && Count.allCases.allSatisfy { (0...1 << 40).contains(counts[$0]) }
            && sums.allSatisfy { (0...1 << 40).contains($0) } && phases.values.allSatisfy { (0...1e9).contains($0) }
            && (viewport.map { (1...1e6).contains($0.width) && (1...1e6).contains($0.height) } ?? true)
            && observed.count <= 1 << 16
            && Set(observed.map { [$0.property, $0.reader] }).count == observed.count
            && lags.allSatisfy { abs($0) <= 1e6 }
            && areas.allSatisfy { [$0.x, $0.y, $0.width, $0.height].allSatisfy { abs($0) <= 1e9 } }
    }

    /// The record with only what is compared.
    fileprivate var counted: FrameRecord {
        var record = self
        (record.phases, record.lags, record.areas) = ([:], [], [])
        (record.referenceX, record.referenceY) = (0, 0)
        record.counts[.allocations] = 0
        return record
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case number, time, state, offsetX = "x", offsetY = "y", zoomScale = "zoom", referenceX, referenceY, counts,
            phases, shortfall, draws, layouts, animations, commits, damage, controllers, observed, tiles, work,
            viewport, lags, areas
    }

    fileprivate static var memberNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// The tiles that came into view, which usually equal those placed in tile views.
    private var inView: TileList? {
        let tiles = (tiles[.hit]?.tiles ?? []) + (tiles[.late]?.tiles ?? [])
        return tiles.isEmpty ? nil : TileList(tiles)
    }

    /// Decodes a record. Missing members are 0 or empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try values.decode(Int.self, forKey: .number), time: try values.decode(Double.self, forKey: .time),
            state: try values.decode(FrameState.self, forKey: .state))
        offsetX = try values.decodeIfPresent(Double.self, forKey: .offsetX) ?? 0
        offsetY = try values.decodeIfPresent(Double.self, forKey: .offsetY) ?? 0
        zoomScale = try values.decodeIfPresent(Double.self, forKey: .zoomScale) ?? 1
        referenceX = try values.decodeIfPresent(Double.self, forKey: .referenceX) ?? 0
        referenceY = try values.decodeIfPresent(Double.self, forKey: .referenceY) ?? 0
        counts = try values.decodeIfPresent(FrameCounts.self, forKey: .counts) ?? FrameCounts()
        phases = try values.decodeIfPresent([FramePhase: Double].self, forKey: .phases) ?? [:]
        shortfall = try values.decodeIfPresent(Shortfall.self, forKey: .shortfall) ?? Shortfall()
        draws = try values.decodeIfPresent(PathCounts.self, forKey: .draws)?.counts ?? [:]
        layouts = try values.decodeIfPresent(PathCounts.self, forKey: .layouts)?.counts ?? [:]
        animations = try values.decodeIfPresent(PathCounts.self, forKey: .animations)?.counts ?? [:]
        commits = try values.decodeIfPresent(PathCounts.self, forKey: .commits)?.counts ?? [:]
        damage = try values.decodeIfPresent([String: FrameDamage].self, forKey: .damage) ?? [:]
        controllers = try values.decodeIfPresent([String: Int].self, forKey: .controllers) ?? [:]
        observed = try values.decodeIfPresent([ObservedChange].self, forKey: .observed) ?? []
        tiles = try values.decodeIfPresent([TileFate: TileList].self, forKey: .tiles) ?? [:]
        if tiles[.placed] == nil, let inView { tiles[.placed] = inView }
        if let placed = tiles[.placed], placed.isEmpty { tiles[.placed] = nil }
        work = try values.decodeIfPresent([TileFate: TileWorks].self, forKey: .work)?.mapValues(\.works) ?? [:]
        viewport = try values.decodeIfPresent(FrameViewport.self, forKey: .viewport)
        lags = try values.decodeIfPresent([Double].self, forKey: .lags) ?? []
        areas = try values.decodeIfPresent([FrameArea].self, forKey: .areas) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(time, forKey: .time)
        try values.encode(state, forKey: .state)
        if offsetX != 0 { try values.encode(offsetX, forKey: .offsetX) }
        if offsetY != 0 { try values.encode(offsetY, forKey: .offsetY) }
        if zoomScale != 1 { try values.encode(zoomScale, forKey: .zoomScale) }
        if referenceX != 0 { try values.encode(referenceX, forKey: .referenceX) }
        if referenceY != 0 { try values.encode(referenceY, forKey: .referenceY) }
        if counts != FrameCounts() { try values.encode(counts, forKey: .counts) }
        if !phases.isEmpty { try values.encode(phases, forKey: .phases) }
        if shortfall != Shortfall() { try values.encode(shortfall, forKey: .shortfall) }
        if !draws.isEmpty { try values.encode(PathCounts(draws), forKey: .draws) }
        if !layouts.isEmpty { try values.encode(PathCounts(layouts), forKey: .layouts) }
        if !animations.isEmpty { try values.encode(PathCounts(animations), forKey: .animations) }
        if !commits.isEmpty { try values.encode(PathCounts(commits), forKey: .commits) }
        if !damage.isEmpty { try values.encode(damage, forKey: .damage) }
        if !controllers.isEmpty { try values.encode(controllers, forKey: .controllers) }
        if !observed.isEmpty { try values.encode(observed, forKey: .observed) }
        var tiles = tiles
        if tiles[.placed] ?? TileList([]) == inView ?? TileList([]) {
            tiles[.placed] = nil
        } else if tiles[.placed] == nil {
            tiles[.placed] = TileList([])
        }
        if !tiles.isEmpty { try values.encode(tiles, forKey: .tiles) }
        if !work.isEmpty { try values.encode(work.mapValues { TileWorks($0) }, forKey: .work) }
        if let viewport { try values.encode(viewport, forKey: .viewport) }
        if !lags.isEmpty { try values.encode(lags, forKey: .lags) }
        if !areas.isEmpty { try values.encode(areas, forKey: .areas) }
    }
}
