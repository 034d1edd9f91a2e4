/// How far a line came, by the database of who typed it.
enum LineStage {
    case nothing
    /// In the outbox, without an answer.
    case queued
    /// In the outbox, with the event that the server made of it.
    case sent
    case inTimeline
}
