import GRDB
import HTTPTypes
import MatrixAPI
import NIOCore

/// The callers that an endpoint admits.
enum Access: Sendable {
    case anyone
    /// Any caller with a valid token.
    case account
    /// The account that `{userID}` in the path names.
    case owner
    /// A user joined to `{roomID}`.
    case member
    /// A user who is or was joined to `{roomID}`, or anybody if the room is world readable. Everything after
    /// leaving stays hidden.
    case formerMember
    /// The same callers as ``formerMember``. Anybody else gets the response for a missing room, as for a hidden event.
    case reader
    /// Callers that the authorization rules of `{roomID}` allow. The change checks the rules in its own transaction.
    case byRoomRules
}

/// Checks a call against the access that its route requires.
struct AccessCheck {
    private let server: Homeserver

    init(_ server: Homeserver) { self.server = server }

    func check(_ access: Access, _ caller: Caller?, _ parameters: [String: String]) async throws {
        guard let caller else { return }
        switch access {
        case .anyone, .account, .byRoomRules: return
        case .owner:
            guard parameters["userID"] == caller.userID else {
                throw EndpointError.forbidden("This belongs to another account")
            }
        case .member, .formerMember, .reader:
            let room = parameters["roomID"] ?? ""
            let isAllowed = try await server.read(for: caller.userID) { database in
                let memberships = MembershipsTable(database)
                if try memberships.membership(of: caller.userID, in: room) == .join { return true }
                if access == .member { return false }
                if try StateTable(database).isWorldReadable(room) { return true }
                guard try !memberships.isForgotten(caller.userID, in: room) else { return false }
                return try memberships.joinedAt(caller.userID, in: room) > 0
                    || StateTable(database).memberships(of: caller.userID, in: room).contains { $0.value == .join }
            }
            if isAllowed { return }
            throw access == .reader
                ? EndpointError.notFound("There is no such event for you")
                : EndpointError.forbidden("You are not in this room")
        }
    }
}

extension UnpaddedBase64 {
    /// Returns an identifier of random bytes from the system's generator, in the URL-safe alphabet.
    static func random(bytes count: Int) -> String {
        encodeURLSafe((0..<count).map { _ in UInt8.random(in: .min ... .max) })
    }
}

/// The access token of a request (client-server API, "Using access tokens").
enum BearerToken {
    /// Returns the token from the header, or from the query as clients before version 1.11 sent it.
    static func find(_ authorization: String?, _ target: Target) -> String? {
        if let authorization, authorization.lowercased().hasPrefix("bearer ") {
            return String(authorization.dropFirst(7))
        }
        return target["access_token"]
    }
}

/// A response of an endpoint: a value, or a composed text.
protocol JSONBody: Sendable {
    func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> MatrixResponse
}

extension JSONValue: JSONBody {
    func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> MatrixResponse {
        MatrixResponse(status, headers, ByteBuffer(bytes: serialized))
    }
}

extension ComposedResponse: JSONBody {
    func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> MatrixResponse {
        MatrixResponse(status, headers, self)
    }
}

/// JSON that may contain parts that were rendered for other clients, and parts that are rendered while it is written.
enum JSONText {
    case value(JSONValue)
    case rendered([UInt8])
    case array([JSONText])
    case object([String: JSONText])
    /// Text that would need too much memory if it were rendered before it is written.
    case written((ResponseText) throws -> Void)

    func write(into text: ResponseText) throws {
        switch self {
        case .value(let value): try text.append(value)
        case .rendered(let bytes): try text.append(bytes)
        case .array(let elements):
            try text.appendList { list in
                for element in elements { try list.add(element.write) }
            }
        case .object(let members):
            let object = JSONObjectWriter(text)
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { try object.add(name, value) }
            try object.end()
        case .written(let write): try write(text)
        }
    }
}

/// The context of a request: its connection.
struct MatrixContext: Sendable {
    let channel: any Channel
    /// `nil` if it has closed meanwhile.
    let connection: Connection?
}

/// Bounds of numbers in requests. Within them, sums and products of a few such numbers fit into 64 bits.
enum OutsideNumber {
    /// 2^53 - 1, the largest integer of canonical JSON.
    static let largest = 1 << 53 - 1
    /// The largest offset in a list. No list of this server has as many entries.
    static let largestOffset = 1 << 31
}
