/// The history of a line that was sent from this device. Times are in milliseconds since 1970, and `nil` if the event
/// did not happen.
package struct LineStory: Hashable, Sendable {
    /// The transaction identifier.
    package let id: String
    /// The time at which Enter was pressed.
    package let acceptedAt: Int64
    /// The time at which it was written to disk.
    package let keptAt: Int64
    /// The time at which the first request with it began.
    package let leftAt: Int64?
    /// The number of requests with it.
    package let tries: Int
    /// The time at which the server responded with ``eventID``, or the timeline showed the event.
    package let answeredAt: Int64?
    package let eventID: String?
    /// The time and the reason of the last permanent failure.
    package let refusedAt: Int64?
    package let refusal: LineRefusal?

    package init(
        id: String, acceptedAt: Int64, keptAt: Int64, leftAt: Int64?, tries: Int, answeredAt: Int64?,
        eventID: String?, refusedAt: Int64?, refusal: LineRefusal?
    ) {
        self.id = id
        self.acceptedAt = acceptedAt
        self.keptAt = keptAt
        self.leftAt = leftAt
        self.tries = tries
        self.answeredAt = answeredAt
        self.eventID = eventID
        self.refusedAt = refusedAt
        self.refusal = refusal
    }
}
