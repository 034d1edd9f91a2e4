/// Some of the events that were asked for, in their order.
struct EventPage {
    /// Bytes of contents after which a page takes no further event: a thousand events may have 64 MB, and parsed many times that.
    static let mostBytes = 1 << 20

    var events: [StoredEvent] = []
    /// There are others behind them.
    var hasMore = false
    /// The size of all contents.
    var bytes = 0
}
