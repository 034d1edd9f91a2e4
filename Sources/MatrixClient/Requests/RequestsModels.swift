import MatrixAPI

/// The proof that the user owns the account and not just its token (client-server API, "User-Interactive
/// Authentication API").
package struct AccountProof: Hashable, Sendable {
    package var password: String?
    /// The ``ProofChallenge/session`` in which stages were completed, for example by a browser.
    package var session: String?

    package init(password: String? = nil, session: String? = nil) {
        self.password = password
        self.session = session
    }

    /// No proof, for the first attempt. Some servers ask for none, and the others respond with their requirements.
    package static let nothing = AccountProof()
}

extension AccountProof: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without secrets.
    package var description: String { "AccountProof" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Chooses the next stage of a user-interactive authentication (client-server API, "User-Interactive
/// API in the REST API").
struct AuthenticationStages {
    /// The supported stages, with the members for each.
    let known: [String: JSONValue]
    private var done: Set<String> = []

    init(known: [String: JSONValue]) {
        self.known = known
    }

    /// - Returns: the member `auth` of the next request; `nil` if no flow has only supported stages, or a stage failed.
    mutating func next(_ demand: AuthenticationChallenge) -> JSONValue? {
        let possible = demand.flows.filter(canDo).min { $0.count < $1.count }
        guard let stage = possible?.first, var auth = known[stage], done.insert(stage).inserted else { return nil }
        auth["type"] = .string(stage)
        auth["session"] = demand.session.map(JSONValue.string)
        return auth
    }

    func canDo(_ stages: [String]) -> Bool { stages.allSatisfy { known[$0] != nil } }
}

/// The reason why the name of a server did not lead to a homeserver.
package enum DiscoveryFailureReason: Hashable, Sendable {
    case noServerName
    /// The site redirects endlessly, or to an unencrypted address.
    case badRedirect
    case siteTrouble(status: Int)
    case unreadableAnswer
    /// The site responds, but names no homeserver.
    case unnamed
    /// The site names an unencrypted address.
    case unencrypted(String)
    /// The site names an invalid address.
    case badAddress(String)
    case client(MatrixClientError)
}

/// The reason why a request about a backup of room keys failed.
package enum KeyBackupError: Error, Hashable, Sendable {
    /// There is no such backup, or no such key in it.
    case missing
    /// Another device created a new backup. The server may name its version.
    case otherVersion(current: String?)
    case client(MatrixClientError)

    init(_ error: MatrixClientError) {
        guard case .matrix(let answer, _, _) = error else {
            self = .client(error)
            return
        }
        switch answer.code {
        case .notFound: self = .missing
        case .wrongRoomKeysVersion: self = .otherVersion(current: answer.details["current_version"]?.identifier)
        default: self = .client(error)
        }
    }
}

/// The receiver of a file's bytes as they arrive. If a call returns false, the request ends with
/// ``MatrixClientError/cancelled``. The receiver keeps the reason.
package struct MediaSink: Sendable {
    /// Whether to receive a part with this beginning.
    let begin: @Sendable (MediaPart) async -> Bool
    let take: @Sendable ([UInt8]) async -> Bool

    package init(
        begin: @escaping @Sendable (MediaPart) async -> Bool, take: @escaping @Sendable ([UInt8]) async -> Bool
    ) {
        self.begin = begin
        self.take = take
    }
}

/// The requested size of a thumbnail, in pixels.
package struct MediaThumbnail: Hashable, Sendable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var description: String { "\(width)x\(height)" }
}

/// The result of `.well-known/matrix/client`, with the specification's names for failures (client-server API,
/// "Server discovery").
package enum WellKnownResult: Hashable, Sendable {
    /// The homeserver, which responded to `versions`.
    case homeserver(HomeserverLocation)
    /// IGNORE: the server has no such file, so the server name itself is used.
    case ignore
    /// FAIL_PROMPT: no usable response, so the user has to give the homeserver's address.
    case failPrompt(DiscoveryFailureReason)
    /// FAIL_ERROR: an invalid response, which is reported and ends the login.
    case failError(DiscoveryFailureReason)
}
