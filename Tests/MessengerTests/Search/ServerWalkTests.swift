import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct ServerWalkTests {
    private static func place(_ chatID: String, _ token: String, _ reached: Int64) -> ServerWalk.ChatCursor {
        ServerWalk.ChatCursor(chatID: chatID, token: token, reached: reached)
    }

    @Test func newestPageOfAllChatsIsReadNext() throws {
        var walk = ServerWalk([Self.place("!a", "a0", 900), Self.place("!b", "b0", 800)], end: 0)
        #expect(walk.next?.chatID == "!a")
        walk.addPage([890, 700], then: "a1", of: try #require(walk.next))
        #expect(walk.next == Self.place("!b", "b0", 800))
        walk.addPage([790, 750], then: "b1", of: try #require(walk.next))
        #expect(walk.next == Self.place("!b", "b1", 750))
        // The walk reached the beginning of the chat.
        walk.addPage([740], then: nil, of: try #require(walk.next))
        #expect(walk.next == Self.place("!a", "a1", 700) && walk.doneCount == 1 && walk.total == 2)
        // A server that repeats its response is not asked forever.
        walk.addPage([740], then: "a1", of: try #require(walk.next))
        #expect(walk.next == nil && walk.doneCount == 2)
    }

    @Test func emptyPagesDoNotBlockOtherChats() throws {
        let day: Int64 = 86_400_000
        var walk = ServerWalk([Self.place("!a", "0", 10 * day), Self.place("!b", "b", 9 * day)], end: 0)
        var order: [String] = []
        for number in 1...5 {
            let next = try #require(walk.next)
            order.append(next.chatID)
            walk.addPage([], then: "\(number)", of: next)
        }
        #expect(Set(order.prefix(3)) == ["!a", "!b"])
    }

    @Test func walkEndsAtTimeLimit() throws {
        var walk = ServerWalk([Self.place("!a", "0", 900)], end: 500)
        // A message with a wrong timestamp doesn't end the walk.
        walk.addPage([800, 10], then: "1", of: try #require(walk.next))
        #expect(walk.next?.token == "1")
        walk.addPage([499, 300], then: "2", of: try #require(walk.next))
        #expect(walk.next == nil)
    }
}
