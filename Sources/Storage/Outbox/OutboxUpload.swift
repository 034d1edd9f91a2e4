package import Conversations

/// What there is to bring to the server before a line can leave.
package enum OutboxUpload: Hashable, Sendable {
    /// It brings no file, or the server has it as its chat wants it, or the line can't leave anyway.
    case nothing
    case inClear(OutboxLine)
    /// Its chat is encrypted.
    case sealed(OutboxLine)
}
