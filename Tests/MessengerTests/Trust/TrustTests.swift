import Conversations
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the warnings about the other users' identities, and the questions that the user has to answer.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class TrustTests {
    private let bench: Workbench
    private let clock = FrameClock()
    private var composer: ComposerViewModel?
    private let bo = ChangedIdentity(userID: Story.bo, masterKey: "new", wasVerified: false)

    init() throws {
        let clock = clock
        bench = try Workbench(clock: clock)
        bench.events.composer.subscribe(self) { owner, model in owner.composer = model }
        bench.queue.open()
    }

    private func open(isEncrypted: Bool = true) async throws {
        try await bench.sync(
            state: isEncrypted ? [Story.encryption] : [],
            [Story.membership("m", of: Story.bo, "join"), Story.event("1"), Story.event("2", by: Story.ana)])
        await show()
    }

    private func show() async {
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        clock.deliver()
    }

    private func find(_ changed: [ChangedIdentity] = [], encryptedSince: Int64? = nil) {
        var findings = TrustFindings()
        (findings.changed, findings.encryptedSince) = (changed, encryptedSince)
        bench.queue.post(TrustEvent.found(findings, opening: bench.state.timeline.opening))
        clock.deliver()
    }

    private var marks: [MessageViewModel.Mark] {
        bench.openChat.rows.compactMap { row in
            if case .message(let message) = row.content { message.mark } else { nil }
        }
    }

    @Test(arguments: [false, true]) func plaintextMessageIsMarkedInEncryptedChat(isEncrypted: Bool) async throws {
        try await open(isEncrypted: isEncrypted)
        #expect(marks == (isEncrypted ? [.inClear, .inClear] : [.none, .none]))
        let row = try #require(bench.state.timeline.window.messages.last).message
        let remark = bench.openChat.actions(.of(row))?.remark.string ?? ""
        #expect(remark.hasPrefix(isEncrypted ? "Not encrypted" : ""))
        #expect(remark.isEmpty != isEncrypted)
    }

    /// A deleted message has no content, and events of a chat are never encrypted.
    @Test func deletedMessagesAndEventsAreNotMarked() {
        let doubts = AuthenticityWarnings(byOrigin: [:])
        #expect(doubts.doubt(of: Story.line(1, isRemoved: true).message, at: 1) == nil)
        #expect(doubts.doubt(of: Story.line(1, kind: .chatName).message, at: 1) == nil)
        #expect(doubts.doubt(of: Story.line(1, kind: .picture).message, at: 1) == .inClear)
    }

    @Test func messagesBeforeEncryptionAreNotMarked() {
        let doubts = AuthenticityWarnings(byOrigin: [:], encryptedSince: 5)
        #expect(doubts.doubt(of: Story.line(4).message, at: 4) == nil)
        #expect(doubts.doubt(of: Story.line(6).message, at: 6) == .inClear)
        #expect(doubts.doubt(of: Story.line(4).message, at: nil) == .inClear)
    }

    /// A chat that was encrypted between two messages in clear.
    @Test func messageBeforeTheEncryptionEventIsShownWithoutAMark() async throws {
        try await bench.sync([Story.membership("m", of: Story.bo, "join"), Story.event("1"), Story.encryption])
        try await bench.sync([Story.event("2")])
        await show()
        let since = try await bench.database.encryption.readAside { try $0.encryptedSince(chatID: Story.chatID) }
        find(encryptedSince: since)
        #expect(marks == [.none, .inClear])
    }

    @Test func changedIdentityMustBeConfirmedBeforeSending() async throws {
        try await open()
        #expect(composer?.warning.isEmpty == true && composer?.send.reason == nil)
        find([bo])
        // On a small screen the end of the text is cut off.
        let key = DisplayText.key(.takeIdentity).string
        #expect(composer?.warning.string.hasPrefix("@bo:x: another identity than before. " + key) == true)
        #expect(composer?.send.reason != nil)
        #expect(composer?.answerWarning.reason == nil)
        #expect(composer?.warningQuestion.string.contains("y takes them") == true)
        find([])
        #expect(composer?.warning.isEmpty == true && composer?.send.reason == nil)
    }

    @Test func warningMentionsFormerVerification() async throws {
        try await open()
        find([ChangedIdentity(userID: Story.bo, masterKey: nil, wasVerified: true)])
        #expect(composer?.warning.string.contains("than the one that you verified") == true)
    }

    /// Each opening of the chat makes a new request.
    @Test func resultOfAnotherOpeningIsIgnored() async throws {
        try await open()
        var findings = TrustFindings()
        findings.changed = [bo]
        bench.queue.post(TrustEvent.found(findings, opening: bench.state.timeline.opening - 1))
        clock.deliver()
        #expect(composer?.warning.isEmpty == true)
    }

    @Test func resendingAfterIdentityChangeAsksFirst() async throws {
        try await open()
        let line = Story.outboxLine("tea", .failed(reason: .identityChanged(userIDs: [Story.bo])))
        bench.state.outbox.load([line])
        #expect(bench.openChat.actions(.of(line))?.resendQuestion.isEmpty == true)
        find([bo])
        let actions = try #require(bench.openChat.actions(.of(line)))
        #expect(actions.resendQuestion.string.contains("y takes them"))
        #expect(actions.resend.reason == nil && actions.withdraw.reason == nil)
    }

    @Test func membersShowUnverifiedDevices() async throws {
        try await open()
        try await bench.sync([Story.membership("n", of: Story.ana, "join")])
        bench.queue.post(ChatDetailsEvent.opening())
        await bench.answered()
        bench.queue.post(
            TrustEvent.foundMembers(
                [Story.bo: .hasUnverifiedDevice, Story.ana: .hasUnverifiedDevice], chatID: Story.chatID))
        let model = bench.chatDetails
        let roles = (0..<model.memberCount).map { model.member($0) }
        let bos = try #require(roles.first { $0.detail.string == Story.bo })
        #expect(bos.role == "unverified device")
        #expect(bos.mark == .doubtful)
        #expect(roles.first { $0.detail.string == Story.ana }?.role == "you, unverified device")
    }
}
