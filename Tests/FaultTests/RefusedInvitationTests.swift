import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Tests an invitation that the server doesn't know any more.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct RefusedInvitationTests {
        @Test func staleInvitationIsRemovedFromTheList() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            _ = try await conversation.bo.client.createRoom(CreateRoomRequest(invites: [ana.userID], name: "Shed"))
            let screen = try ana.screen
            try await screen.waitUntil("the invitation") { $0.lists("Shed") }
            if !screen.screen.contains("a accepts") { screen.send(.control("n")) }
            try await screen.waitFor("a accepts, d declines")
            let join = proxy.meet(.join, with: .refusal("You are not invited to this room."))
            screen.send("a")
            try await proxy.waitForFaults(by: join)
            try await screen.waitFor("(You are not invited")
            let leave = proxy.meet(.leave, with: .refusal("\(ana.userID) not in room"))
            screen.send("d")
            try await proxy.waitForFaults(by: leave)
            try await screen.waitUntil("a list without it") { !$0.lists("Shed") }
            try await ana.end(by: SIGTERM)
            try await ana.openOnline()
            #expect(try !ana.screen.screen.lists("Shed"))
        }
    }
}
