import GRDB
import MatrixAPI
import Synchronization

/// Events that were delivered lately: each is read and rendered once, however many listen.
///
/// Of an event nothing changes but by its redaction: one that is redacted is not kept, nor taken from here.
final class RecentEvents: Sendable {
    private struct Entry {
        let event: StoredEvent
        /// The event as sync tells it up to `unsigned`, which is each listener's own.
        var head: [UInt8]?
    }

    private struct State {
        var entries: [Int64: Entry] = [:]
        var bytes = 0
        var readCount = 0
        var renderCount = 0
    }

    /// In bytes, roughly. Beyond it, it begins anew.
    private static let largest = 4 << 20
    private let state = Mutex(State())

    /// How many events were read from rows, and how many rendered, so far.
    var counts: (read: Int, rendered: Int) { state.withLock { ($0.readCount, $0.renderCount) } }

    /// - Parameter row: with the columns of ``EventsTable``.
    func event(_ row: Row) -> StoredEvent {
        let stream: Int64 = row[0]
        let isRedacted = !row.hasNull(atIndex: 9)
        if !isRedacted, let known = state.withLock({ $0.entries[stream] }) { return known.event }
        let event = StoredEvent(row)
        state.withLock { state in
            state.readCount += 1
            guard !isRedacted else { return }
            add(RecentEvents.size(of: row), to: &state)
            state.entries[stream] = Entry(event: event)
        }
        return event
    }

    /// - Parameter event: one that is not redacted.
    func head(of event: StoredEvent, render: () -> [UInt8]) -> [UInt8] {
        if let head = state.withLock({ $0.entries[event.stream]?.head }) { return head }
        let head = render()
        state.withLock { state in
            state.renderCount += 1
            add(head.count, to: &state)
            state.entries[event.stream] = Entry(event: event, head: head)
        }
        return head
    }

    private func add(_ bytes: Int, to state: inout State) {
        state.bytes += bytes
        guard state.bytes > RecentEvents.largest else { return }
        state.entries = [:]
        state.bytes = bytes
    }

    /// What it takes parsed is a few times its text, and some more for its names.
    private static func size(of row: Row) -> Int { 1024 + 4 * (row[7] as String).utf8.count }
}
