import GRDB
import MatrixAPI

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
                throw Refusal.forbidden("This belongs to another account")
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
                    || StateTable(database).history("m.room.member", caller.userID, in: room)
                        .contains { $0.content["membership"]?.string == "join" }
            }
            if isAllowed { return }
            throw access == .reader
                ? Refusal.notFound("There is no such event for you") : Refusal.forbidden("You are not in this room")
        }
    }
}
