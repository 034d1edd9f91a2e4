package import Conversations

/// The upload that a line needs before it can be sent.
package enum OutboxUpload: Hashable, Sendable {
    /// No upload: the line has no file, or the server has it in the required form, or the line can't be sent anyway.
    case nothing
    case inClear(OutboxLine)
    /// An encrypted upload, because the chat is encrypted.
    case sealed(OutboxLine)
}
