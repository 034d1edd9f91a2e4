import MatrixAPI

/// The phase of a verification.
enum VerificationPhase: Sendable {
    /// We sent a request.
    case requested
    /// They sent a request. A start that came without a request waits for the user's response (client-server API:
    /// deprecated, but still to be handled).
    case asked(isPossible: Bool, start: JSONValue?)
    case ready
    /// We sent this start.
    case started(JSONValue)
    /// They sent a start, and we committed to a key.
    case accepted(ShortAuthentication, [ComparedString.Form])
    /// They committed to a key, and we sent ours.
    case keySent(ShortAuthentication, [ComparedString.Form], start: JSONValue, commitment: String)
    /// The user compares. The codes of the other side may arrive earlier than the user's decision.
    case comparing(AgreedShortAuthentication, [ComparedString.Form], theirs: VerifiedKeys?)
    /// We sent our codes.
    case confirmed(AgreedShortAuthentication)
    /// Both sides sent their codes, and they are valid.
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
