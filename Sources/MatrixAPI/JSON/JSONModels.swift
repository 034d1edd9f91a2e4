import Glibc

/// The reason for which bytes are not a JSON value that Confab reads, or a value can't be signed.
package enum JSONError: Error, Hashable, Sendable {
    /// The byte at `offset`, counted from 0, doesn't continue a JSON text (RFC 8259).
    case malformed(offset: Int)
    /// Arrays and objects are nested deeper than the caller allows.
    case tooDeep
    /// A number has no form in canonical JSON: it is no integer, or is beyond ±(2^53 - 1).
    case notCanonical
}

/// The recovery of a ``JSONParser`` from syntax errors, such as `NaN` in place of a number, so that a broken event
/// affects only itself.
///
/// The parser tracks its position: outside of events an unreadable value is left out, such as a count of a room. In
/// a list of events the element is read once more, member by member, and marked. A text that ends too early is
/// refused as a whole.
struct JSONRepair {
    enum Context {
        case outside
        case eventList
        case event
    }

    /// The members whose arrays contain events (client-server API, "Syncing" and "Getting events for a room").
    static let listNames: Set<String> = [
        "events", "chunk", "state", "events_before", "events_after", "children_state",
    ]

    /// The member that is added to an event whose grammar is broken.
    static let mark = MatrixEvent.malformedType

    private static let maxNoted = 20

    var place = Context.outside
    /// Whether the rest of the text can't be parsed, as after a missing quotation mark.
    var isHopeless = false
    /// The positions of syntax errors, in bytes from 0; only the first ones if there are many.
    private(set) var offsets: [Int] = []

    mutating func note(_ offset: Int) {
        if offsets.count < Self.maxNoted { offsets.append(offset) }
    }
}

/// Returns the memory of bytes that are no longer needed to the system, before their owner frees all of them.
///
/// A sync may have hundreds of megabytes, and its parsed values take as much again. Discarding the text while
/// parsing keeps the peak low.
package enum MemoryPages {
    /// The number of bytes that are discarded at a time.
    package static let step = 4 << 20

    /// Discards bytes, which are undefined afterwards. Pages that are only partly within them stay unchanged.
    package static func discard(_ bytes: UnsafeRawBufferPointer) {
        let page = Int(getpagesize())
        guard let base = bytes.baseAddress, bytes.count >= 2 * page else { return }
        let first = (UInt(bitPattern: base) + UInt(page) - 1) / UInt(page) * UInt(page)
        let end = (UInt(bitPattern: base) + UInt(bytes.count)) / UInt(page) * UInt(page)
        guard end > first, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
        madvise(start, Int(end - first), MADV_DONTNEED)
    }
}
