public import Foundation
import TileGeometry
import TileGraphics
import TileSupport

/// A recorded or written scroll: the content, the screen, and timed events. docs/traces.md describes the format.
public struct Trace: Hashable, Sendable {
    /// The version of the format.
    public static let version = 1
    /// The largest file in bytes: about 300,000 events.
    public static let largestFile = 32 << 20

    /// The content of the tiles.
    public enum Content: Hashable, Sendable {
        /// A file, by its path relative to the trace's folder.
        case file(String)
        /// A number of shapes, placed by the trace's seed on a plane with a size in points; the same on every machine.
        case shapes(Int, CGSize)
        /// A content of the program that replays the trace, by name.
        case program(String)
        /// A controller that fills the screen's window, by its name in the program. There are no tiles.
        case controller(String)

        /// Whether an event applies to the content.
        func accepts(_ kind: TraceEvent.Kind) -> Bool {
            switch (self, kind.subject) {
            case (_, .either): true
            case (.controller, let subject): subject == .controllers
            case (_, let subject): subject == .tiles
            }
        }
    }

    /// Other views on the screen, for counting their drawing. Rotating marks draw themselves once.
    public struct Overlays: Hashable, Sendable {
        /// Marks on the content, which scroll with it.
        public var pins = 0
        /// A gauge at the edge of the window that shows the position, and redraws itself as the view moves.
        public var gauge = false
        /// Marks over the window that rotate forever, each by an animation.
        public var turning = 0

        public init(pins: Int = 0, gauge: Bool = false, turning: Int = 0) {
            self.pins = pins
            self.gauge = gauge
            self.turning = turning
        }
    }

    /// The state of the cache at the start of a trace.
    public enum Cache: String, Hashable, Sendable, Codable {
        case cold
        /// All tiles of the first screen are cached, in full.
        case screen
        /// All tiles of the current level are cached too, as far as they fit.
        case warm
    }

    /// The formats that tiles can be encoded in, with the server's default qualities.
    public enum Format: String, Hashable, Sendable, Codable, CaseIterable {
        case png, jpeg, webp

        var tileFormat: TileFormat {
            switch self {
            case .png: .png
            case .jpeg: .jpeg(quality: 80)
            case .webp: .webp(quality: 80)
            }
        }

        /// Whether equal pixels give equal bytes on every machine. PNG is encoded by this project's code for drawings,
        /// and by libdeflate for photos, whose result depends on its version but not on the processor. libjpeg and
        /// libwebp do not guarantee it.
        public var isExact: Bool { self == .png }
    }

    /// The allowed difference of a count: the larger of an absolute number and a fraction.
    public struct Allowance: Hashable, Sendable {
        public var absolute = 0
        /// The fraction of the ledger's value.
        public var share = 0.0

        public init(absolute: Int = 0, share: Double = 0) {
            self.absolute = absolute
            self.share = share
        }
    }

    /// The largest scores that a run may reach. Scores without a limit are not judged.
    public struct Limits: Hashable, Sendable {
        /// The refresh rate in Hz; the trace's refresh rate if nil.
        public var refreshRate: Double?
        /// The number of frames that take longer than a refresh.
        public var missedFrames: Int?
        /// The milliseconds of hitch time per second.
        public var hitchRatio: Double?
        /// The severity, √(px × ms).
        public var checkerboard: Double?
        /// The number of blank pixels in all frames after the first full one.
        public var blankPixels: Int?
        /// The time in milliseconds.
        public var timeToSharp: Double?
        /// The number of updates in a frame for changes of the observable properties with one name.
        public var observedUpdates: Int?

        public init() {}
    }

    public var name: String
    /// A description of its purpose, in a sentence.
    public var about: String
    public var content: Content
    /// The side of a tile in pixels.
    public var tileSize: Int
    /// The format that tiles are encoded in before they are shown, as on a server; nil for plain pixels.
    public var format: Format?
    /// The number of levels beyond scale 1, each with twice the scale of the one before.
    public var extraLevels: Int
    /// The size in points.
    public var viewport: CGSize
    /// The device pixels per point.
    public var scale: Double
    /// The refresh rate in Hz.
    public var refreshRate: Double
    /// The initial position and scale of the view.
    public var offset: CGPoint
    public var zoomScale: Double
    public var pages: Bool
    public var seed: UInt64
    public var workers: Int
    /// The bytes of the tile cache.
    public var memory: Int
    public var cache: Cache
    public var overlays: Overlays
    /// The costs of work on the virtual clock. Nil for a trace that is only replayed in real time.
    public var cost: TraceCost?
    /// The events in order of time.
    public var events: [TraceEvent]
    /// The maximum seconds to wait until everything is sharp after the last event.
    public var tail: Double
    public var allowances: [Count: Allowance]
    public var limits: Limits
    /// Controllers that may be alive after their use, by class or title, because they are kept on purpose.
    public var keeps: Set<String>

    public init(name: String, content: Content, events: [TraceEvent] = []) {
        self.name = name
        about = ""
        self.content = content
        tileSize = 256
        extraLevels = 0
        viewport = CGSize(width: 1024, height: 768)
        scale = 1
        refreshRate = 60
        offset = .zero
        zoomScale = 1
        pages = false
        seed = 1
        workers = 2
        memory = 256 << 20
        cache = .screen
        overlays = Overlays()
        cost = TraceCost()
        self.events = events
        tail = 5
        allowances = [:]
        limits = Limits()
        keeps = []
    }

    /// A fingerprint of everything that affects a replay: traces with equal fingerprints replay alike. It excludes
    /// name, description, allowances, limits and permitted leaks.
    public var fingerprint: String {
        var same = self
        (same.name, same.about, same.allowances, same.limits, same.keeps) = ("", "", [:], Limits(), [])
        let digits = String(FNV1a.hash(same.json.utf8), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The costs of work on the virtual clock, in milliseconds.
public struct TraceCost: Hashable, Sendable {
    /// The worker's time for a full tile, for a draft, and for each drawing operation that either visits.
    public var tile = 3.0
    public var draft = 1.0
    public var operation = 0.002
    /// The random variation of a tile's cost by its position and the trace's seed, as a fraction.
    public var spread = 0.25
    /// The worker's time for encoding, if tiles are encoded: for each file, and for each million of its pixels, except
    /// in tiles of one color.
    public var encode = 0.1
    public var encodeMegapixel = 12.0

    /// The time on the program's own thread for each frame, each event, each view laid out, each tile view that
    /// receives a tile, each `draw(_:)`, each layer committed, and each million dirty pixels.
    public var frame = 0.3
    public var event = 0.02
    public var layout = 0.02
    public var place = 0.03
    public var drawing = 0.2
    public var commit = 0.005
    public var megapixel = 2.0

    public init() {}
}
