import Conversations
import MatrixAPI
import Testing

@testable import Presentation

/// Tests the export of a chat as an HTML page.
@Suite(.timeLimit(.minutes(5))) struct ChatPageTests {
    private static let hostile = "</b><script>alert(1)</script>\" onload=\"x\u{1B}[2J\u{202E}&amp;"

    private func exported(
        _ id: String, _ body: String, at time: Int64, kind: Message.Kind = .text, isRemoved: Bool = false,
        source: String = "{}", change: (inout Message) -> Void = { _ in }
    ) throws -> ExportedMessage {
        let records = MessageRecords(
            chatID: "!garden",
            members: [ChatMember(userID: "@bo:example.org", displayName: Self.hostile, membership: "join")],
            ownUserID: "@ana:example.org")
        var message = Message(
            eventID: id, sender: "@bo:example.org", timestamp: time, kind: kind, body: body, detail: nil,
            isRemoved: isRemoved, replyTo: "$0\">", transactionID: nil, source: source)
        change(&message)
        return try #require(records.exported(message, chatName: "Garden"))
    }

    private func page(_ messages: [ExportedMessage]) -> String {
        var page = ChatPage(Self.hostile, hasFiles: true, now: 0)
        var text = page.head
        for message in messages { text += page.part(message) + "\n" }
        return text + ChatPage.foot
    }

    @Test func exportedPageEscapesAllForeignText() throws {
        let file = #"{"content":{"filename":"a\"onerror=\"x.html"}}"#
        var picture = try exported("$2\"><script>", Self.hostile, at: 2, kind: .picture, source: file)
        picture.recordFile(.saved(path: "media/0001-a\"onerror=\"'x.png", kind: "png"))
        var other = try exported("$3", "b", at: 3, kind: .file, source: file)
        other.recordFile(.saved(path: "media/0002-<x>.html", kind: nil))
        var missing = try exported("$4", "c", at: 4, kind: .file, source: file)
        missing.recordFile(.missing(reason: Self.hostile))
        let said = try exported("$1", Self.hostile, at: 1) { message in
            message.quoted = QuotedMessage(
                eventID: "$0", sender: "@bo:example.org", body: Self.hostile, isRemoved: false)
            message.reactions = [
                MessageReaction(key: Self.hostile, givers: [.init(userID: "@<b>:example.org", eventID: "$r")])
            ]
        }
        let text = page([said, picture, other, missing])
        let tags = Set(text.matches(of: #/<\/?([a-zA-Z0-9]+)/#).map { String($0.1) })
        #expect(
            tags.isSubset(of: [
                "html", "head", "meta", "title", "style", "body", "h1", "h2", "div", "p", "time", "b", "bdi", "span",
                "blockquote", "a", "figure", "img", "br",
            ]), "\(tags)")
        // No attribute comes from others' text, and no address points outside of the export.
        let attributes = Set(text.matches(of: #/<[^<>]*?[ ]([a-z]+)="/#).map { String($0.1) })
        #expect(!attributes.contains { $0.hasPrefix("on") }, "\(attributes)")
        for link in text.matches(of: #/(?:src|href)="([^"]*)"/#) {
            #expect(link.1.hasPrefix("media/") || link.1.hasPrefix("#"), "\(link.1)")
        }
        #expect(text.contains("img-src 'self' file:; media-src 'self' file:") && text.contains("default-src 'none'"))
        #expect(text.contains("<img src=\"media/0001-a%22onerror%3D%22%27x.png\""))
        // A file that might run code is not a link.
        #expect(!text.contains("href=\"media/0002"))
        let steering = text.unicodeScalars.filter { [.control, .format].contains($0.properties.generalCategory) }
        #expect(steering.allSatisfy { $0 == "\n" })
    }

    @Test func exportedPageShowsDaysRepliesEditsAndReactions() throws {
        let day: Int64 = 86_400_000
        let first = try exported("$1", "tea", at: day) { $0.isEdited = true }
        let second = try exported("$2", "yes", at: day + 1_000) { message in
            message.quoted = QuotedMessage(eventID: "$1", sender: "@bo:example.org", body: "tea", isRemoved: false)
            message.reactions = [
                MessageReaction(
                    key: "👍",
                    givers: [
                        .init(userID: "@ana:example.org", eventID: "$a"),
                        .init(userID: "@kim:example.org", eventID: "$k"),
                    ])
            ]
        }
        let third = try exported("$3", "", at: 3 * day, isRemoved: true)
        let text = page([first, second, third])
        #expect(text.matches(of: #/<h2>/#).count == 2)
        #expect(text.contains("<blockquote><a href=\"#%240%22%3E\">") && text.contains("</a> tea</blockquote>"))
        #expect(text.contains("<span class=\"mark\"> (edited)</span>") && text.contains("(deleted)"))
        #expect(text.contains("<span title=\"ana, kim\"><bdi>👍</bdi> 2</span>"))
        #expect(text.contains("@media print"))
    }

    @Test func fileStateIsExportedInEachFormat() throws {
        let file = #"{"content":{"filename":"a.png","info":{"size":12,"mimetype":"image/png"}}}"#
        var message = try exported("$1", "look", at: 1, kind: .picture, source: file)
        #expect(message.json["file"]?["path"] == .null && message.json["file"]?["size"] == 12)
        message.recordFile(.saved(path: "media/0001-a.png", kind: "png"))
        #expect(message.json["file"]?["path"] == "media/0001-a.png")
        #expect(message.lines.last == "    → media/0001-a.png")
        message.recordFile(.missing(reason: "not fetched: the server is away"))
        #expect(message.json["file"]?["problem"] == "not fetched: the server is away")
        #expect(message.lines.last == "    not fetched: the server is away")
    }
}
