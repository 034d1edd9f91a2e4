import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests the screens about the verification state of this device.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SecurityRoutingTests {
    private let bench: Workbench
    private var state: SessionState { bench.state }

    init() throws {
        bench = try Workbench()
        bench.parts.queue.open()
    }

    private var shown: StepViewModel {
        SecurityViewModelBuilder(content: SecurityContent(state), queue: bench.queue).build()
    }

    private var titles: [String] { shown.ways.map(\.title.string) }

    private func stand(_ state: OwnIdentityState) async {
        bench.queue.post(EncryptionEvent.identityChanged(state))
        await bench.answered()
        await bench.kept()
    }

    private static let unconfirmed = OwnIdentityState.unconfirmed(
        VerificationOptions(devices: ["PHONE"], recovery: RecoveryOffer(takesPassphrase: true)))

    @Test func unverifiedDeviceOpensSecurityScreenOnce() async {
        await stand(Self.unconfirmed)
        #expect(state.navigation.screen == .security)
        #expect(titles.count == 4 && titles[2] == "Later")
        shown.ways[2].choose()
        #expect(state.navigation.screen == .chats)
        await stand(.unknown)
        await stand(Self.unconfirmed)
        #expect(state.navigation.screen == .chats)
        // Simulates a start.
        state.security.setTold(false)
        bench.parts.effects.securityArchive.load()
        await bench.answered()
        await bench.kept()
        #expect(state.navigation.screen == .chats)
    }

    @Test func deletedBackupIsReportedOnceAndReplacementOffered() async {
        await stand(.confirmed(hasSecrets: true))
        bench.queue.post(EncryptionEvent.backupChanged(.open))
        #expect(state.confirmationNotice == nil)
        bench.queue.post(EncryptionEvent.backupChanged(.deleted))
        #expect(state.confirmationNotice?.string == "The backup of your messages was deleted")
        bench.queue.post(NoticeEvent.goingThere)
        #expect(state.navigation.screen == .security && state.confirmationNotice == nil)
        #expect(titles.first == "Make a recovery key")
        #expect(shown.text.string.contains("was deleted at the server"))
    }

    @Test func unverifiedDeviceIsShownInStatusUntilVerified() async {
        let seen = Seen<ConnectionViewModel>(bench.events.connection)
        bench.queue.post(ConnectionEvent.changed(.online))
        await stand(Self.unconfirmed)
        shown.ways[2].choose()
        bench.frames.deliver()
        #expect(state.confirmationNotice == nil && seen.last?.status.string == "online · unverified device")
        await stand(.confirmed(hasSecrets: true))
        bench.frames.deliver()
        #expect(seen.last?.status.string == "online")
    }

    @Test func firstSyncedChatDoesNotCloseSecurityScreen() async throws {
        await stand(Self.unconfirmed)
        try await bench.sync([Story.event("1")])
        await bench.answered()
        #expect(state.chatList.openChatID == Story.chatID && state.navigation.screen == .security)
        shown.ways[2].choose()
        #expect(state.navigation.screen == .chats)
    }

    @Test func securityScreenDoesNotInterruptWriting() async {
        state.composer.open(chatID: Story.chatID, draft: "half a line")
        await stand(Self.unconfirmed)
        #expect(state.navigation.screen == .chats && state.isConfirmationToTell)
        bench.queue.post(NoticeEvent.goingThere)
        #expect(state.navigation.screen == .security && !state.isConfirmationToTell)
    }

    @Test func onlyPossibleSecurityActionsAreOffered() async {
        await stand(.unconfirmed(VerificationOptions()))
        #expect(titles == ["Later", "Begin anew, without old messages"])
        await stand(.confirmed(hasSecrets: true))
        // Pressing Enter without reading doesn't replace a key.
        #expect(titles.first == "Compare emoji with another of your devices" && titles.count == 2)
        #expect(titles.last == "Make a recovery key")
        bench.queue.post(EncryptionEvent.recoveryKeyKnown(true))
        #expect(titles.last == "Make a recovery key, in place of an older one")
    }

    /// Simulates the server's refusal of the request.
    private func refuse(_ demand: ProofChallenge) {
        bench.queue.post(SecurityEvent.failed(.needsProof(.newIdentity, demand)))
    }

    @Test func newIdentityWarnsThenAsksForPassword() async {
        await stand(Self.unconfirmed)
        bench.queue.post(SecurityEvent.chose(.newIdentity))
        #expect(shown.text.string.hasPrefix("To everybody you write with") && titles.last?.hasPrefix("Begin") == true)
        #expect(!shown.shouldShowBusy && shown.openField == nil)
        bench.queue.post(SecurityEvent.chose(.newIdentity))
        #expect(shown.shouldShowBusy)
        refuse(ProofChallenge(takesPassword: true, stage: nil, page: nil, session: "s"))
        #expect(state.security.step == .password(.newIdentity, session: "s") && shown.field?.isSecret == true)
    }

    @Test func browserConfirmationContinuesItsSession() async {
        await stand(Self.unconfirmed)
        bench.queue.post(SecurityEvent.chose(.newIdentity))
        bench.queue.post(SecurityEvent.chose(.newIdentity))
        let demand = ProofChallenge(
            takesPassword: false, stage: "m.login.sso", page: "https://example.org/sso", session: "s")
        refuse(demand)
        #expect(shown.text.string.contains("https://example.org/sso") && shown.field == nil)
        #expect(shown.ways.map(\.opened.string) == ["https://example.org/sso", "", ""])
        shown.ways[2].choose()
        #expect(shown.shouldShowBusy)
        refuse(demand)
        #expect(shown.errorText.string.contains("not seen you") && titles.count == 3)
        // A user who went back is not returned to the screen.
        shown.ways[2].choose()
        bench.queue.post(SecurityEvent.left)
        refuse(demand)
        #expect(state.security.step == .ways)
    }

    @Test func missingIdentityIsReportedIfProofIsNeeded() async {
        let demand = ProofChallenge(takesPassword: true, stage: nil, page: nil, session: nil)
        state.composer.open(chatID: Story.chatID, draft: "half a line")
        await stand(.missing(demand: nil))
        #expect(!state.isConfirmationToTell)
        await stand(.missing(demand: demand))
        #expect(state.confirmationNotice?.string.hasPrefix("You have no keys of your own yet") == true)
        bench.queue.post(NoticeEvent.goingThere)
        #expect(titles == ["Make the keys", "Later"])
    }

    @Test func replacedIdentityIsReportedAfterDismissal() async {
        state.composer.open(chatID: Story.chatID, draft: "half a line")
        await stand(Self.unconfirmed)
        bench.queue.post(NoticeEvent.dismissed)
        #expect(!state.isConfirmationToTell)
        await stand(.unconfirmed(VerificationOptions(isReplaced: true)))
        #expect(state.confirmationNotice?.string.contains("were replaced") == true)
        bench.queue.post(NoticeEvent.dismissed)
        await stand(.unconfirmed(VerificationOptions(devices: ["PHONE"], isReplaced: true)))
        #expect(!state.isConfirmationToTell)
    }

    @Test func newRecoveryKeyIsKeptOnlyAfterConfirmation() async {
        await stand(.confirmed(hasSecrets: true))
        bench.queue.post(SecurityEvent.opened)
        bench.queue.post(SecurityEvent.keyMade("EsTc 1234"))
        #expect(shown.secret.string == "EsTc 1234" && shown.backLabel.string == "drops it")
        shown.ways[0].choose()
        #expect(!shown.shouldShowBusy && shown.ways[0].copied.string == "EsTc 1234")
        shown.ways[1].choose()
        // The request to the server comes first.
        #expect(shown.shouldShowBusy && shown.secret.string == "EsTc 1234")
        bench.queue.post(SecurityEvent.failed(.recovery(.client(.unreachable(.refused)))))
        #expect(shown.shouldShowError && titles.last == "It is written down")
        bench.queue.post(SecurityEvent.done)
        #expect(shown.secret.isEmpty)
    }

    @Test func backupStatusIsShown() async {
        await stand(.confirmed(hasSecrets: true))
        for (standing, said) in [
            (BackupStatus.none, "No backup holds"), (.foreign, "none of your devices signed"),
            (.closed, "can't open yet"), (.open, "is kept in your backup"),
        ] {
            bench.queue.post(EncryptionEvent.backupChanged(standing))
            #expect(shown.text.string.contains(said))
            #expect((titles.first == "Type the recovery key") == (standing == .closed))
        }
        bench.queue.post(EncryptionEvent.restored(.running(chats: 3, of: 10)))
        bench.queue.post(EncryptionEvent.restored(.failed(.client(.unreachable(.refused)))))
        #expect(shown.text.string.contains("could not be unlocked") && !shown.text.string.contains("3 of 10"))
    }

    @Test func typingOpensRecoveryKeyFieldWhereUseful() async {
        await stand(Self.unconfirmed)
        shown.openField?()
        #expect(shown.field != nil && shown.openField == nil)
        await stand(.confirmed(hasSecrets: true))
        bench.queue.post(SecurityEvent.left)
        #expect(shown.field == nil && shown.openField == nil)
    }

    @Test func wrongRecoveryKeyIsReportedAndFieldStays() async {
        await stand(Self.unconfirmed)
        bench.queue.post(SecurityEvent.chose(.recoveryKey))
        bench.queue.post(SecurityEvent.submitted(""))
        #expect(shown.errorText.string == "Nothing was typed")
        bench.queue.post(SecurityEvent.submitted("EsTc"))
        #expect(shown.field?.submit.reason != nil)
        bench.queue.post(SecurityEvent.failed(.recovery(.wrongKey)))
        #expect(shown.field != nil && shown.shouldShowError)
        bench.queue.post(SecurityEvent.left)
        #expect(shown.field == nil && state.navigation.screen == .security)
    }
}
