/// A page of the requested events, in their order.
struct EventPage {
    /// The bytes of contents after which a page takes no further event: a thousand events may have 64 MB, and
    /// parsed many times that.
    static let mostBytes = 1 << 20

    var events: [StoredEvent] = []
    /// Whether there are more events after the page.
    var hasMore = false
    /// The size of all contents.
    var bytes = 0
}
