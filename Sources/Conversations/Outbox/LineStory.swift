/// What became of a line that was sent from this device. Times are milliseconds since 1970, `nil` where it did not happen.
package struct LineStory: Hashable, Sendable {
    /// The transaction identifier.
    package let id: String
    /// When Enter was pressed.
    package let acceptedAt: Int64
    /// When it was safe on the disk.
    package let keptAt: Int64
    /// When the first request with it began.
    package let leftAt: Int64?
    /// How many requests there were.
    package let tries: Int
    /// When the server answered with ``eventID``, or the timeline showed it.
    package let answeredAt: Int64?
    package let eventID: String?
    /// The last time that it was refused for good, and why.
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
