import MatrixAPI

/// How far a verification is.
enum VerificationPhase: Sendable {
    /// We asked.
    case requested
    /// They asked. A start that came without a question waits for the answer (client-server API: deprecated, and still to be handled).
    case asked(isPossible: Bool, start: JSONValue?)
    case ready
    /// We sent this offer.
    case started(JSONValue)
    /// They sent this offer's start, and we bound ourselves to a key.
    case accepted(ShortAuthentication, [ComparedString.Form])
    /// They bound themselves to a key, and we sent ours.
    case keySent(ShortAuthentication, [ComparedString.Form], start: JSONValue, commitment: String)
    /// The codes of the other side may come before our person is done.
    case comparing(AgreedShortAuthentication, [ComparedString.Form], theirs: VerifiedKeys?)
    /// We sent our codes.
    case confirmed(AgreedShortAuthentication)
    /// Both sides sent theirs, and they are right.
    case finishing(VerifiedKeys)
    case done(VerifiedKeys)
    case cancelled(VerificationCode, isOurs: Bool)

    var isOver: Bool {
        switch self {
        case .done, .cancelled: true
        case .requested, .asked, .ready, .started, .accepted, .keySent, .comparing, .confirmed, .finishing: false
        }
    }
}
