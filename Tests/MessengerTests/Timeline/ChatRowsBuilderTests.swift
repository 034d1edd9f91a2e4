import Conversations
import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct ChatRowsBuilderTests {
    private func rows(
        _ messages: [PlacedMessage], gaps: [TimelineGap] = [], outbox: [OutboxLine] = [], read: [String: Int64] = [:],
        new: Int64? = nil, direct: Bool = true, online: Bool = true, members: [String: ChatMember] = Story.members
    ) -> [ChatRowViewModel] {
        ChatRowsBuilder(
            window: Story.window(messages, gaps: gaps), outbox: outbox, names: MemberNames(members),
            readPositions: read,
            newLinePosition: new, isLoadingOlder: false, isDirect: direct, isOnline: online, ownUserID: Story.ana,
            time: Story.time
        ).build()
    }

    private func said(_ rows: [ChatRowViewModel]) -> [String] {
        RowWords.lines(rows).filter { !$0.hasPrefix("-- ") || $0 == "-- new" }
    }

    @Test func eachDayStartsWithDivider() {
        let rows = rows([
            Story.line(1, at: Story.noon - Story.day), Story.line(2), Story.line(3),
        ])
        #expect(
            RowWords.lines(rows) == [
                "-- Friday 20 November", "Bo: hello", "-- Saturday 21 November", "Bo: hello", "Bo: hello",
            ])
    }

    @Test func repeatedDayGetsSecondDivider() {
        let rows = rows([Story.line(1), Story.line(2, at: Story.noon - Story.day), Story.line(3)])
        #expect(Set(rows.map(\.id)).count == rows.count)
        #expect(rows.count == 6)
    }

    @Test func consecutiveMessagesShareSenderHeading() {
        let minute: Int64 = 60_000
        func headings(_ rows: [ChatRowViewModel]) -> [ChatRowViewModel.Heading] {
            rows.compactMap { row in if case .message = row.content { row.heading } else { nil } }
        }
        let lines = [
            Story.line(1), Story.line(2), Story.line(3, at: Story.noon + 2 * minute),
            Story.line(4, at: Story.noon + 5 * minute), Story.line(5, by: Story.kim, at: Story.noon + 5 * minute),
        ]
        #expect(headings(rows(lines)) == [.whole, .nothing, .time, .whole, .whole])
        #expect(headings(rows(lines, new: 2)) == [.whole, .whole, .time, .whole, .whole])
    }

    @Test func newDividerPrecedesFirstUnread() {
        #expect(said(rows([Story.line(1), Story.line(2)], new: 2)) == ["Bo: hello", "-- new", "Bo: hello"])
        // At the top of the chat a divider would separate nothing.
        #expect(said(rows([Story.line(1), Story.line(2)], new: 1)) == ["Bo: hello", "Bo: hello"])
    }

    @Test func mentioningMessageIsMarked() {
        let marks = rows([Story.line(1), Story.line(2, "Ana, look"), Story.line(3, "ana", by: Story.ana)]).compactMap {
            if case .message(let message) = $0.content { message.isMention } else { nil }
        }
        #expect(marks == [false, true, false])
    }

    @Test func gapIsShownAtItsPosition() {
        let gap = TimelineGap(position: 2, token: "p")
        #expect(
            said(rows([Story.line(1), Story.line(2)], gaps: [gap]))
                == ["Bo: hello", "| Older messages are not here yet", "Bo: hello"])
    }

    @Test(arguments: [
        (OutboxLine.State.queued, true, "Ana: tea? [sending…]"), (.queued, false, "Ana: tea? [unsent]"),
        (.sent(eventID: "$9"), true, "Ana: tea? [sent]"),
        (.failed(reason: .said("too long")), true, "Ana: tea? [failed: too long]"),
    ])
    func outgoingMessageShowsItsState(state: OutboxLine.State, online: Bool, row: String) {
        #expect(said(rows([], outbox: [Story.outboxLine("tea?", state)], online: online)) == [row])
    }

    @Test func onlyNewestSentMessageIsMarkedSent() {
        let sent = OutboxLine.State.sent(eventID: "$9")
        let lines = [Story.outboxLine("1", sent), Story.outboxLine("2", sent), Story.outboxLine("3")]
        let rows = rows([Story.line(1, "0", by: Story.ana)], outbox: lines)
        #expect(said(rows) == ["Ana: 0", "Ana: 1", "Ana: 2 [sent]", "Ana: 3 [sending…]"])
    }

    @Test func readAndSentMarkNewestMessages() {
        let own = (1...3).map { Story.line($0, "\($0)", by: Story.ana) }
        #expect(said(rows(own, read: [Story.bo: 2])) == ["Ana: 1", "Ana: 2 [read]", "Ana: 3 [sent]"])
        #expect(said(rows(own, read: [Story.bo: 9])) == ["Ana: 1", "Ana: 2", "Ana: 3 [read]"])
    }

    @Test func groupMessageNamesItsReaders() {
        let own = [Story.line(1, by: Story.ana)]
        #expect(said(rows(own, read: [Story.bo: 1], direct: false)) == ["Ana: hello [read by Bo]"])
        #expect(
            said(rows(own, read: [Story.bo: 1, Story.kim: 1], direct: false)) == ["Ana: hello [read by Bo and Kim]"])
        #expect(
            said(rows(own, read: [Story.bo: 1, Story.kim: 1, "@lee:x": 4], direct: false))
                == ["Ana: hello [read by 3]"])
    }

    @Test(arguments: [
        (MembershipChange.Kind.joined, "* Kim joined"), (.left, "* Kim left"), (.invited, "* Bo invited Kim"),
        (.declined, "* Kim declined the invitation"), (.removed, "* Bo removed Kim"), (.banned, "* Bo banned Kim"),
        (.unbanned, "* Bo lifted the ban on Kim"), (.renamed, "* kim is now called Kim"),
    ])
    func membershipChangesAreDescribed(what: MembershipChange.Kind, row: String) {
        let change = MembershipChange(userID: Story.kim, displayName: "Kim", what: what)
        #expect(said(rows([Story.line(1, kind: .membership, detail: change)], direct: false)) == [row])
    }

    @Test func eventsWithoutVisibleChangeAreHidden() {
        let unchanged = MembershipChange(userID: Story.kim, displayName: "Kim", what: .unchanged)
        let joined = MembershipChange(userID: Story.kim, displayName: "Kim", what: .joined)
        #expect(rows([Story.line(1, kind: .membership, detail: unchanged)], direct: false).isEmpty)
        #expect(rows([Story.line(1, kind: .membership, detail: joined)]).isEmpty)
        #expect(rows([Story.line(1, "", kind: .unknown)]).isEmpty)
        for kind in [
            Message.Kind.chatName, .chatTopic, .power, .joinRule, .pins, .chatEnd, .verification, .unreadable,
            .malformed, .unknown,
        ] {
            #expect(rows([Story.line(1, "", kind: kind, isRemoved: true)]).isEmpty)
        }
    }

    @Test func unreadableEventIsShownAsMessageOfSender() {
        let rows = rows([Story.line(1, "", kind: .unreadable)])
        #expect(said(rows) == ["Bo: A message that can't be read"])
        guard case .message(let message)? = rows.last?.content else { return #expect(Bool(false), "no message") }
        #expect(message.kind == .notice)
        #expect(!message.time.isEmpty)
    }

    @Test func chatChangesNameTheirSender() {
        let changes = [
            Story.line(1, "Tea", kind: .chatName), Story.line(2, "Green", kind: .chatTopic),
            Story.line(3, "We moved", kind: .chatEnd), Story.line(4, "", kind: .verification),
        ]
        #expect(
            said(rows(changes)) == [
                "* Bo named the chat “Tea”", "* Bo set the topic: Green", "* Bo ended this chat. We moved",
                "* Bo asks to compare keys",
            ])
    }

    @Test func permissionChangesNameTheirSender() {
        let changes = [
            Story.line(1, "100 @ana:x\n50 @kim:x\n0 @zoe:x\n7 @abe:x", kind: .power), Story.line(2, "", kind: .power),
            Story.line(3, "public", kind: .joinRule), Story.line(4, "new", kind: .joinRule),
            Story.line(5, "world_readable", kind: .historyVisibility), Story.line(6, "+", kind: .pins),
            Story.line(7, "-", kind: .pins),
        ]
        #expect(
            said(rows(changes)) == [
                "* Bo made Ana an admin, Bo made Kim a moderator, Bo took the power of zoe away, Bo gave abe a power of 7",
                "* Bo changed who may do what", "* Bo made this chat public: anybody may join",
                "* Bo changed who may join", "* Bo lets anybody read this chat, also who isn't in it",
                "* Bo pinned a message", "* Bo unpinned a message",
            ])
    }

    @Test func fileMessageShowsItsKind() {
        #expect(said(rows([Story.line(1, "cat.jpg", kind: .picture)])) == ["Bo: [picture] cat.jpg"])
        #expect(said(rows([Story.line(1, "a cat", kind: .sticker)])) == ["Bo: Sticker: a cat"])
    }

    @Test func consecutiveUnknownEventsAreFolded() {
        let unknown = (1...5).map { Story.line($0, "", kind: .unknown, eventType: "dice") }
        #expect(said(rows(unknown)) == ["* 5 events that Confab doesn't show (dice)"])
        let kinds = (6...10).map { Story.line($0, "", kind: .unknown, eventType: "t\($0)") }
        #expect(said(rows(unknown + kinds)) == ["* 10 events that Confab doesn't show (dice, t6, t7, …)"])
        #expect(
            said(rows([Story.line(1, "", kind: .malformed), Story.line(2, "", kind: .unreadable)]))
                == ["* 2 events that Confab can't show"])
        let few = Array(unknown.prefix(2)) + [Story.line(6, "hello")] + [unknown[4]]
        #expect(
            said(rows(few)) == [
                "* 2 events that Confab doesn't show (dice)",
                "Bo: hello", "Bo: An event that Confab doesn't know (dice)",
            ])
    }

    @Test func undecryptableMessagesAreFoldedByReason() {
        func sealed(_ position: Int64, _ reason: DecryptionFailureReason, isRemoved: Bool = false) -> PlacedMessage {
            Story.line(
                position, "", kind: .encrypted, isRemoved: isRemoved, encryption: .sealed(reason, sessionID: nil))
        }
        let sealed5 = (1...5).map { sealed($0, .awaitsKey) }
        let text = " messages that can't be read. Encrypted: its key has not come to this device yet."
        #expect(said(rows(sealed5)) == ["* 5" + text])
        #expect(rows(sealed5).last?.id == ChatRowID.of(sealed5[0].message))
        #expect(said(rows(Array(sealed5.prefix(3)))).count == 3)
        let other = (6...9).map { sealed($0, .beforeKey) }
        #expect(
            said(rows(sealed5 + other + [sealed(10, .awaitsKey, isRemoved: true)])) == [
                "* 5" + text,
                "* 4 messages that can't be read. Encrypted: said before this device was given the key.",
                "Bo: Deleted",
            ])
        #expect(
            said(rows(sealed5 + other, new: 3)).prefix(3) == [
                "Bo: Encrypted: its key has not come to this device yet.",
                "Bo: Encrypted: its key has not come to this device yet.", "-- new",
            ])
    }

    @Test func membershipBetweenUnreadableEventsIsShown() {
        let joined = MembershipChange(userID: Story.kim, displayName: "Kim", what: .joined)
        let lines = [
            Story.line(1, "", kind: .unreadable),
            Story.line(2, kind: .membership, detail: joined),
            Story.line(3, "", kind: .unreadable),
        ]
        #expect(
            said(rows(lines, direct: false)) == [
                "Bo: A message that can't be read", "* Kim joined", "Bo: A message that can't be read",
            ])
    }

    @Test func removedAndUndecryptableMessagesAreLabeled() {
        let rows = rows([Story.line(1, isRemoved: true), Story.line(2, kind: .encrypted)])
        #expect(
            said(rows) == [
                "Bo: Deleted", "Bo: Encrypted: its key has not come to this device yet.",
            ])
    }

    @Test func hostileNamesAndTextAreSanitized() {
        let hostile = "\u{1B}[2J\u{9B}1m\u{202E}Bo\n"
        var members = Story.members
        members[Story.bo]?.displayName = hostile
        let change = MembershipChange(userID: Story.kim, displayName: hostile, what: .renamed)
        let rows = rows(
            [
                Story.line(1, hostile), Story.line(2, hostile, kind: .chatName),
                Story.line(3, kind: .membership, detail: change), Story.line(4, by: Story.ana),
            ], outbox: [Story.outboxLine(hostile, .failed(reason: .said(hostile)))], read: [Story.bo: 4], direct: false,
            members: members)
        for line in RowWords.lines(rows) {
            let bare = line.unicodeScalars.filter { $0 != "\n" }
            #expect(bare.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" }, "\(line)")
        }
    }
}
