import Foundation
import Synchronization
import TileGraphics
import TileSupport

@testable import TileContent

/// Rows of an image that are read only when a test allows it. Every pixel of row y has the value y.
// @unchecked Sendable: only the thread that reads uses the next row's number, and the image's store ensures that only
// one thread reads at a time.
final class SteppedRows: RowReader, @unchecked Sendable {
    /// Controls the steps of all passes over one image.
    final class Script: Sendable {
        private let permits = DispatchSemaphore(value: 0)
        private let wanted = DispatchSemaphore(value: 0)
        private let isFree = Atomic(false)
        private let state = Lock(State())

        struct State: Sendable {
            /// The number of passes that have begun, and of those that still exist.
            var begun = 0
            var open = 0
            /// The number of rows read by all passes.
            var rows = 0
            /// Failures to throw in place of rows.
            var failures: [Int: ContentFailure] = [:]
            /// Failures to throw in place of opening, in this order.
            var refusals: [ContentFailure] = []
        }

        var seen: State { state.withLock { $0 } }

        func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

        /// Allows `rows` rows to be read.
        func allow(_ rows: Int) { for _ in 0..<rows { permits.signal() } }

        /// Allows all further rows.
        func allowAll() {
            isFree.store(true, ordering: .sequentiallyConsistent)
            permits.signal()
        }

        /// Waits until further rows are about to be read, allowed or not.
        func waitForDemand(_ rows: Int = 1) { for _ in 0..<rows { wanted.wait() } }

        fileprivate func enterRow() {
            wanted.signal()
            if !isFree.load(ordering: .sequentiallyConsistent) { permits.wait() }
        }

        var services: ImageStore.Services {
            var services = ImageStore.Services()
            services.makeRows = { [self] (header) throws(ContentFailure) in
                let refusal = state.withLock { state in
                    state.begun += 1
                    return state.refusals.isEmpty ? nil : state.refusals.removeFirst()
                }
                if let refusal { throw refusal }
                return SteppedRows(header, self)
            }
            return services
        }
    }

    private let width: Int
    private let script: Script
    private var next = 0

    private init(_ header: ImageHeader, _ script: Script) {
        width = header.storedWidth
        self.script = script
        script.change { $0.open += 1 }
    }

    deinit { script.change { $0.open -= 1 } }

    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        script.enterRow()
        var failure: ContentFailure?
        script.change { state in
            failure = state.failures[next]
            if failure == nil { state.rows += 1 }
        }
        if let failure { throw failure }
        for x in 0..<width { row[x] = UInt32(next) }
        next += 1
    }
}
