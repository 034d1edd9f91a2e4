import Conversations
import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

/// Tests that a requested change of a message is shown at once, marked as unconfirmed.
@Suite(.timeLimit(.minutes(5))) struct MessageViewModelBuilderTests {
    private func message(
        by sender: String = Story.ana, replyTo: String? = nil, quoted: QuotedMessage? = nil, isEdited: Bool = false,
        reactions: [MessageReaction] = [], isRemoved: Bool = false
    ) -> Message {
        Message(
            eventID: "$1", sender: sender, timestamp: Story.noon, kind: .text, body: isRemoved ? "" : "helo",
            detail: nil, isRemoved: isRemoved, replyTo: replyTo, quoted: quoted, isEdited: isEdited,
            reactions: reactions, transactionID: nil, source: "{}")
    }

    private func build(
        _ message: Message, outbox: [OutboxLine] = [], names: MemberNames = MemberNames(Story.members)
    ) -> MessageViewModel {
        MessageViewModelBuilder(
            shared: SharedRowValues(names: names, time: Story.time, ownUserID: Story.ana), isOnline: true,
            changes: AskedChanges(outbox)
        ).build(message, status: .empty)
    }

    private func asked(
        _ purpose: OutboxLine.Purpose, body: String = "", state: OutboxLine.State = .queued
    ) -> OutboxLine {
        OutboxLine(
            id: "t\(purpose)", chatID: Story.chatID, type: "x", purpose: purpose, body: body,
            content: "{}", acceptedAt: Story.noon, state: state)
    }

    private func reaction(_ key: String, by people: String...) -> MessageReaction {
        MessageReaction(key: key, givers: people.map { MessageReaction.Sender(userID: $0, eventID: "$\(key)\($0)") })
    }

    private func removed(by sender: String, _ reason: String?) -> String {
        let removal = MessageRemoval(eventID: "$r", sender: sender, timestamp: Story.noon, reason: reason)
        return build(message(by: Story.bo, isRemoved: true).removed(by: removal)).text.string
    }

    @Test func deletedMessageNamesDeleterAndReason() {
        #expect(build(message(isRemoved: true)).text.string == "Deleted")
        #expect(removed(by: Story.bo, nil) == "Deleted")
        #expect(removed(by: Story.bo, "a slip") == "Deleted: a slip")
        #expect(removed(by: Story.kim, nil) == "Deleted by Kim")
        #expect(removed(by: Story.kim, "twice\n\u{1B}[2Jthe same") == "Deleted by Kim: twice␤␛[2Jthe same")
        #expect(removed(by: Story.bo, String(repeating: "x", count: 5_000)).count < 400)
    }

    /// The codes of the specification (client-server API, `m.room_key.withheld`).
    @Test(arguments: ["m.blacklisted", "m.unverified", "m.unauthorised", "m.unavailable", "m.no_olm"])
    func withheldKeyReasonIsExplained(code: String) {
        func text(_ code: String) -> String {
            let sealed = MessageEncryption.sealed(.withheld(code: code), sessionID: nil)
            return build(Story.line(1, kind: .encrypted, encryption: sealed).message).text.string
        }
        #expect(text(code).hasPrefix("Encrypted: ") && !text(code).contains(code))
        #expect(text("x.other").contains("x.other"))
    }

    @Test func pendingEditIsShownAsUnsent() {
        let edit = asked(.edit(of: .event("$1")), body: "hello")
        let shown = build(message(), outbox: [edit])
        #expect(shown.text.string == "hello")
        #expect(shown.status.string == "edited, sending…")
        #expect(build(message(isEdited: true)).status.string == "edited")
    }

    @Test func pendingTextIsFormattedLikeSentText() {
        let edit = OutboxLine.edit(
            of: .event("$1"), body: "**now**", isEmote: false, chatID: Story.chatID, now: Story.noon)
        let formatted = RichText(body: "**now**", html: "<strong>now</strong>")
        #expect(formatted.string == "now")
        #expect(build(message(), outbox: [edit]).text == formatted)
        let line = OutboxLine.message("**now**", isEmote: false, chatID: Story.chatID, now: Story.noon)
        #expect(RichText(line) == formatted)
    }

    @Test func refusedChangeShowsReasonAtMessage() {
        let refused = OutboxLine.State.failed(reason: .said("not allowed"))
        let edit = asked(.edit(of: .event("$1")), body: "hello", state: refused)
        #expect(build(message(), outbox: [edit]).status.string == "not edited: not allowed")
        let removal = asked(.redaction(of: .event("$1"), reason: nil), state: refused)
        #expect(build(message(), outbox: [removal]).status.string == "not removed: not allowed")
    }

    @Test func reactionsAreCountedAndOwnIsMarked() {
        let given = [reaction("👍", by: Story.bo, Story.kim), reaction("❤", by: Story.ana)]
        #expect(build(message(reactions: given)).reactions.map(\.string) == ["👍 2", "[❤ 1]"])
    }

    @Test func ignoredPersonIsHiddenEverywhere() {
        let quoted = QuotedMessage(eventID: "$0", sender: Story.kim, body: "secret", isRemoved: false)
        let given = [reaction("👍", by: Story.bo, Story.kim), reaction("❤", by: Story.kim)]
        let window = MessageWindow(
            messages: [
                PlacedMessage(message: message(by: Story.kim), position: 1),
                PlacedMessage(message: message(replyTo: "$0", quoted: quoted, reactions: given), position: 2),
            ], gaps: [], hasOlder: false, hasNewer: false)
        #expect(window.without([]) == window)
        let shown = window.without([Story.kim])
        #expect(shown.messages.map(\.position) == [2])
        let only = build(shown.messages[0].message)
        #expect(only.reactions.map(\.string) == ["👍 1"])
        #expect(only.quote.string.hasSuffix(": …"))
    }

    @Test func pendingReactionIsCounted() {
        let given = [reaction("👍", by: Story.bo), reaction("❤", by: Story.ana)]
        let giving = [asked(.reaction(to: .event("$1"), key: "👍")), asked(.reaction(to: .event("$1"), key: "🎉"))]
        let taking = asked(.redaction(of: .event("$❤\(Story.ana)"), reason: nil))
        #expect(
            build(message(reactions: given), outbox: giving + [taking]).reactions.map(\.string)
                == ["[👍 2…]", "[🎉 1…]"])
    }

    @Test func repliedMessageIsQuotedAbove() {
        let quoted = QuotedMessage(eventID: "$0", sender: Story.bo, body: "tea?\nor not", isRemoved: false)
        #expect(build(message(replyTo: "$0", quoted: quoted)).quote.string == "Bo: tea?␤or not")
        let bold = QuotedMessage(
            eventID: "$0", sender: Story.bo, body: "**tea**?", formattedBody: "<strong>tea</strong>?", isRemoved: false)
        #expect(build(message(replyTo: "$0", quoted: bold)).quote.string == "Bo: tea?")
        #expect(build(message(replyTo: "$0")).quote.string == "an earlier message")
        let removed = QuotedMessage(eventID: "$0", sender: Story.bo, body: "", isRemoved: true)
        #expect(build(message(replyTo: "$0", quoted: removed)).quote.string == "Bo: a removed message")
    }

    @Test(arguments: ["Bo", "bo", "В\u{043E}", "B\u{200B}o", "Ｂo", "B0"])
    func similarNamesShowMatrixID(twin: String) {
        var members = Story.members
        members["@mallory:x"] = ChatMember(userID: "@mallory:x", displayName: twin, membership: "join")
        let shown = build(message(by: "@mallory:x"), names: MemberNames(members))
        #expect(shown.sender.string.hasSuffix(" (@mallory:x)"))
        #expect(shown.mustShowWholeSender)
        #expect(build(message(by: Story.bo), names: MemberNames(members)).sender.string == "Bo (@bo:x)")
        #expect(build(message(by: Story.kim), names: MemberNames(members)).sender.string == "Kim")
    }

    @Test(arguments: ["bo (@bo:example.org)", "@bo:x", "＠bo:x", "bo (@bo:x) (@mallory:x)", "@mallory:x"])
    func senderNamedLikeAMatrixIDIsShownWhole(name: String) {
        var members = Story.members
        members["@mallory:x"] = ChatMember(userID: "@mallory:x", displayName: name, membership: "join")
        let shown = build(message(by: "@mallory:x"), names: MemberNames(members))
        #expect(shown.sender.string.contains("@mallory:x"))
        #expect(shown.mustShowWholeSender)
        #expect(!build(message(by: Story.kim), names: MemberNames(members)).mustShowWholeSender)
    }
}
