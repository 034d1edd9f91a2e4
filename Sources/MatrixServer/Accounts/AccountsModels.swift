import Crypto
import CryptoExtras
import HTTPTypes
import MatrixAPI

/// Access tokens: 256 random bits. The server stores only their SHA-256.
enum AccessToken {
    static func make() -> String {
        UnpaddedBase64.random(bytes: 32)
    }

    static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}

/// The public profile of an account (client-server API, "Profiles").
struct AccountProfile: Hashable, Sendable {
    var displayName: String?
    var avatarURL: String?

    var json: JSONValue {
        var json = JSONValue.emptyObject
        json["displayname"] = displayName.map(JSONValue.string)
        json["avatar_url"] = avatarURL.map(JSONValue.string)
        return json
    }
}

/// The only stage of user-interactive authentication that a request requires. With a single stage, the server needs no
/// session (client-server API, "User-Interactive Authentication API").
struct AuthenticationStage: Sendable {
    /// The client's `auth` object.
    let given: JSONValue?
    private let name: String
    private let demand: JSONValue

    init(_ name: String, in call: Call) {
        self.name = name
        given = call.body["auth"]
        let session = given?["session"]?.string ?? UnpaddedBase64.random(bytes: 12)
        demand = [
            "flows": [["stages": [.string(name)]]], "params": [:], "completed": [], "session": .string(session),
        ]
    }

    /// Whether the client sent this stage, rather than another stage or none.
    var isGiven: Bool { given?["type"]?.string == name }

    /// The response that asks for the stage.
    var asked: EndpointError { EndpointError(.unauthorized, body: demand) }

    /// Asks for the stage again because the client's `auth` is wrong.
    func refused(_ message: String) -> EndpointError {
        EndpointError(.unauthorized, body: MatrixError(.forbidden, message, details: demand.object ?? [:]).json)
    }
}

/// The account and the device that make a request.
struct Caller: Hashable, Sendable {
    let userID: String
    let deviceID: String
}

/// An attempt at a password or a registration token. The limits count equal attempts together.
struct LoginAttempt: Hashable, Sendable {
    /// The evidence for the client's identity before the password is checked. Attempts with different evidence are
    /// counted separately, so that a stranger behind the same address doesn't use up the owner's attempts.
    enum Evidence: Hashable, Sendable {
        case stranger
        /// The account was used from this address before.
        case knownAddress
        /// The device belongs to the account.
        case knownDevice
    }

    let peer: Peer
    /// The account, or a fixed name for other attempts such as a registration.
    let account: String
    let standing: Evidence

    var isKnown: Bool { standing != .stranger }

    /// Returns the attempt for a registration, which tries a token or creates an account.
    static func registration(_ peer: Peer) -> LoginAttempt {
        LoginAttempt(peer: peer, account: "registration", standing: .stranger)
    }
}

/// Requires the password of the account as proof of ownership, not just its token (client-server API,
/// "User-Interactive Authentication API").
struct OwnerProof: Sendable {
    let call: Call

    /// - Throws: 401 with the required stage.
    func check() async throws {
        let user = try call.user
        // NOTSPEC: an account without a password has no stage that anybody could pass. Its token is its owner's
        // only credential.
        guard try await call.read({ try AccountsTable($0).password(of: user) }) != nil else { return }
        let stage = AuthenticationStage("m.login.password", in: call)
        guard stage.isGiven, let password = stage.given?["password"]?.string else { throw stage.asked }
        guard names(user, in: stage.given) else { throw EndpointError.forbidden("This is another account") }
        let attempt = LoginAttempt(peer: call.peer, account: user, standing: .knownDevice)
        guard try await call.server.accepts(password, attempt) else { throw stage.refused("The password is wrong") }
    }

    /// Whether the client's `auth` object names the user. If it names none, it means the user who makes the request.
    private func names(_ user: String, in given: JSONValue?) -> Bool {
        guard let name = given?["identifier"]?["user"]?.string ?? given?["user"]?.string else { return true }
        return name == user || call.server.userID(localpart: name.lowercased()) == user
    }
}

/// A stored password: the scrypt key with its own salt and work factor (r 8, p 1).
struct PasswordHash: Sendable {
    let salt: [UInt8]
    let key: [UInt8]
    let workFactor: Int

    static func make(_ password: String, workFactor: Int) throws -> PasswordHash {
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        return PasswordHash(
            salt: salt, key: try derive(password, salt: salt, workFactor: workFactor), workFactor: workFactor)
    }

    func matches(_ password: String) throws -> Bool {
        let candidate = try PasswordHash.derive(password, salt: salt, workFactor: workFactor)
        guard candidate.count == key.count else { return false }
        // Every byte is compared, so that the time doesn't reveal the first different byte.
        return zip(candidate, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, salt: [UInt8], workFactor: Int) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: 32, rounds: workFactor, blockSize: 8,
            parallelism: 1)
        return key.withUnsafeBytes { Array($0) }
    }
}

/// The maximum length of display names, device names and avatar addresses, in every request that sets them.
enum ProfileLimit {
    /// The maximum in bytes of UTF-8.
    static let longest = 1024

    /// - Throws: `M_TOO_LARGE` if the text is longer.
    static func check(_ text: String?, _ name: String) throws(EndpointError) {
        guard text?.utf8.count ?? 0 <= longest else { throw .tooLarge("\(name) is too long") }
    }
}

/// Token buckets by key. A key without a bucket has a full one, so full buckets need no memory.
struct TokenBuckets<Key: Hashable> {
    /// The number of buckets from which the full ones are removed.
    private static var many: Int { 10_000 }
    /// The time at which each bucket is full again, in seconds of the caller's clock.
    private var fullAt: [Key: Double] = [:]
    private var nextSweep = many

    /// The number of buckets that are not known to be full.
    var count: Int { fullAt.count }

    /// Returns the time in seconds until the bucket holds the amount; 0 if it does now. An amount above the
    /// bucket's capacity waits until the bucket is full.
    func wait(for amount: Double, _ key: Key, _ allowance: WriteRates.Allowance, now: Double) -> Double {
        let taken = max(0, (fullAt[key] ?? now) - now)
        let cost = min(amount, allowance.burst) / allowance.perSecond
        return max(0, taken + cost - allowance.burst / allowance.perSecond)
    }

    /// Takes the amount without checking whether the bucket holds it.
    mutating func consume(_ amount: Double, _ key: Key, _ allowance: WriteRates.Allowance, now: Double) {
        guard amount > 0 else { return }
        fullAt[key] = max(fullAt[key] ?? now, now) + min(amount, allowance.burst) / allowance.perSecond
        guard fullAt.count > nextSweep else { return }
        fullAt = fullAt.filter { $0.value > now }
        nextSweep = max(Self.many, fullAt.count * 2)
    }
}
