/// The stage of a line, according to its sender's database.
enum LineStage {
    case nothing
    /// In the outbox, without a response.
    case queued
    /// In the outbox, with the event identifier from the server.
    case sent
    case inTimeline
}
