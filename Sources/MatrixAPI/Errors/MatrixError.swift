/// The standard error response of a homeserver (client-server API, "Standard error response").
package struct MatrixError: Error, Hashable, Sendable {
    /// The code, such as `M_FORBIDDEN`.
    package let code: Code
    /// The server's message. It is untrusted text: sanitize it before showing it.
    package let message: String
    /// The members beside `errcode` and `error`, such as `retry_after_ms` or `soft_logout`.
    package let details: [String: JSONValue]

    package init(_ code: Code, _ message: String, details: [String: JSONValue] = [:]) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// Reads a response body; `nil` if it has no `errcode`.
    package init?(json: JSONValue) {
        guard let code = json["errcode"]?.string else { return nil }
        var details = json.object ?? [:]
        details["errcode"] = nil
        details["error"] = nil
        self.init(Code(rawValue: code), json["error"]?.string ?? "", details: details)
    }

    package var json: JSONValue {
        .object(details.merging(["errcode": .string(code.rawValue), "error": .string(message)]) { _, new in new })
    }

    /// The time that the server asks to wait, in milliseconds, from the body alone.
    package var retryAfterMilliseconds: Int64? { details["retry_after_ms"]?.wholeNumber }

    /// Whether the token has ended but not the session (client-server API, "Soft logout").
    package var isSoftLogout: Bool { details["soft_logout"]?.bool ?? false }

    /// The address at which a user can resolve the error: the page for accepting terms, or the server's admin
    /// (client-server API, `M_CONSENT_NOT_GIVEN` and `M_RESOURCE_LIMIT_EXCEEDED`). It is untrusted text; `nil` beyond
    /// 2,048 bytes.
    package var contact: String? {
        let named: String? =
            switch code {
            case .consentNotGiven: details["consent_uri"]?.string
            case .resourceLimitExceeded: details["admin_contact"]?.string
            default: nil
            }
        return named.flatMap { $0.isEmpty || $0.utf8.count > 2_048 ? nil : $0 }
    }

    /// Whether the session has ended for good. A locked account keeps it (client-server API, "Account locking"). If
    /// the server misses a token that the request had, a proxy lost it, which doesn't end the session.
    package var endsSession: Bool { [.unknownToken, .userDeactivated].contains(code) }
}

extension MatrixError {
    /// An error code. Any code that a server sends is kept; the common ones have names.
    package struct Code: Hashable, Sendable, RawRepresentable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        package static let badAlias = Code(rawValue: "M_BAD_ALIAS")
        package static let badJSON = Code(rawValue: "M_BAD_JSON")
        package static let badState = Code(rawValue: "M_BAD_STATE")
        package static let cannotOverwriteMedia = Code(rawValue: "M_CANNOT_OVERWRITE_MEDIA")
        package static let consentNotGiven = Code(rawValue: "M_CONSENT_NOT_GIVEN")
        package static let duplicateAnnotation = Code(rawValue: "M_DUPLICATE_ANNOTATION")
        package static let exclusive = Code(rawValue: "M_EXCLUSIVE")
        package static let forbidden = Code(rawValue: "M_FORBIDDEN")
        package static let invalidParameter = Code(rawValue: "M_INVALID_PARAM")
        package static let invalidRoomState = Code(rawValue: "M_INVALID_ROOM_STATE")
        package static let invalidSignature = Code(rawValue: "M_INVALID_SIGNATURE")
        package static let invalidUsername = Code(rawValue: "M_INVALID_USERNAME")
        package static let limitExceeded = Code(rawValue: "M_LIMIT_EXCEEDED")
        package static let missingParameter = Code(rawValue: "M_MISSING_PARAM")
        package static let missingToken = Code(rawValue: "M_MISSING_TOKEN")
        package static let notFound = Code(rawValue: "M_NOT_FOUND")
        package static let notJSON = Code(rawValue: "M_NOT_JSON")
        package static let notYetUploaded = Code(rawValue: "M_NOT_YET_UPLOADED")
        package static let resourceLimitExceeded = Code(rawValue: "M_RESOURCE_LIMIT_EXCEEDED")
        package static let roomInUse = Code(rawValue: "M_ROOM_IN_USE")
        package static let tooLarge = Code(rawValue: "M_TOO_LARGE")
        package static let unknown = Code(rawValue: "M_UNKNOWN")
        package static let unknownToken = Code(rawValue: "M_UNKNOWN_TOKEN")
        package static let unrecognized = Code(rawValue: "M_UNRECOGNIZED")
        package static let unsupportedRoomVersion = Code(rawValue: "M_UNSUPPORTED_ROOM_VERSION")
        package static let userDeactivated = Code(rawValue: "M_USER_DEACTIVATED")
        package static let userLocked = Code(rawValue: "M_USER_LOCKED")
        package static let userInUse = Code(rawValue: "M_USER_IN_USE")
        package static let weakPassword = Code(rawValue: "M_WEAK_PASSWORD")
        package static let wrongRoomKeysVersion = Code(rawValue: "M_WRONG_ROOM_KEYS_VERSION")
    }
}
