import Foundation
import MatrixAPI
import MatrixClient
import TestSupport

/// A chat of ana's in which every action is available.
enum TeaTable {
    /// Creates a chat with bo that ana may rename, whose last line is hers: a reply with a link.
    static func lay(for ana: PersonAtScreen, at server: TeamServer) async throws {
        let homeserver = try HomeserverLocation(userInput: server.address, allowsInsecure: false)
        let bo = HomeserverClient(homeserver: homeserver)
        let token = try KeptTokens.read(home: ana.home.path, profile: "ana@localhost").accessToken
        let client = HomeserverClient(homeserver: homeserver, accessToken: token)
        do {
            _ = try await bo.register(username: "bo", password: "a password", deviceName: "test")
            let chat = try await client.createRoom(
                CreateRoomRequest(invites: ["@bo:localhost"], isDirect: false, preset: .privateChat, name: "Tea"))
            _ = try await bo.join(roomIDOrAlias: chat)
            let question = try await bo.send(
                roomID: chat, type: "m.room.message", transactionID: "1",
                content: ["msgtype": "m.text", "body": "tea?"])
            let answer = try await client.send(
                roomID: chat, type: "m.room.message", transactionID: "2",
                content: [
                    "msgtype": "m.text", "body": "https://example.org/tea a link",
                    "m.relates_to": ["m.in_reply_to": ["event_id": .string(question)]],
                ])
            try await bo.setReadMarkers(roomID: chat, fullyRead: answer, read: answer)
            try await client.setAccountData(
                userID: "@ana:localhost", type: "im.confab.contact.@bo:localhost", content: ["name": "Bo"])
        } catch {
            await bo.shutdown()
            await client.shutdown()
            throw error
        }
        await bo.shutdown()
        await client.shutdown()
    }

    /// Opens the chat, whichever chat ana has open.
    static func sitDown(at screen: ScreenDriver) async throws {
        screen.send(.control("g"))
        try await screen.waitFor("Go to chat")
        screen.send("Tea")
        try await screen.waitFor("› Tea")
        screen.send(.enter)
        try await screen.waitUntil("the last line as read") { screen in
            screen.contains("a link") && screen.rows.contains { $0.hasSuffix(" read") || $0.hasSuffix(" read │") }
        }
        // A later automatic change would be mistaken for the effect of a key.
        try await screen.waitUntil("that all was fetched and read") { screen in
            !screen.contains("unread") && !screen.contains("fetching") && !screen.contains("Older messages")
        }
    }
}
