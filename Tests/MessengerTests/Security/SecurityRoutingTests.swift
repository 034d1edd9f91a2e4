import MatrixClient
import Testing
import ViewModels

@testable import Messenger

/// What somebody sees of how this device stands.
@MainActor
@Suite(.timeLimit(.minutes(2))) struct SecurityRoutingTests {
    private let bench: Workbench
    private var models: SessionModels { bench.models }

    init() throws {
        bench = try Workbench()
        bench.parts.queue.open()
    }

    private var shown: SecurityViewModel {
        SecurityViewModelBuilder(content: SecurityContent(models), queue: bench.queue).build()
    }

    private var titles: [String] { shown.ways.map(\.title.string) }

    private func stand(_ state: OwnIdentityState) async {
        bench.queue.post(EncryptionEvent.identityChanged(state))
        await bench.answered()
        await bench.kept()
    }

    private static let unconfirmed = OwnIdentityState.unconfirmed(
        ConfirmationWays(devices: ["PHONE"], recovery: RecoveryOffer(takesPassphrase: true)))

    @Test func aDeviceThatIsNotConfirmedIsToldOfOnceAndThenByTheLineAtTheTop() async {
        await stand(Self.unconfirmed)
        #expect(models.navigation.screen == .security)
        #expect(titles.count == 4 && titles[2] == "Later")
        shown.ways[2].choose()
        #expect(models.navigation.screen == .chats)
        await stand(.unknown)
        await stand(Self.unconfirmed)
        #expect(models.navigation.screen == .chats)
        // As after a start.
        models.security.setTold(false)
        bench.parts.securityArchive.load()
        await bench.answered()
        await bench.kept()
        #expect(models.navigation.screen == .chats)
    }

    @Test func whoWritesIsNotTakenAway() async {
        models.composer.open(chatID: Story.chatID, draft: "half a line")
        await stand(Self.unconfirmed)
        #expect(models.navigation.screen == .chats && models.isConfirmationToTell)
        bench.queue.post(NoticeEvent.goingThere)
        #expect(models.navigation.screen == .security && !models.isConfirmationToTell)
    }

    @Test func onlyWhatCanBeDoneIsOffered() async {
        await stand(.unconfirmed(ConfirmationWays()))
        #expect(titles == ["Later", "Begin anew, without old messages"])
        await stand(.confirmed(hasSecrets: true))
        #expect(titles.first == "Make a new recovery key")
    }

    @Test func aKeyThatIsNoneIsSaidAndTheFieldStays() async {
        await stand(Self.unconfirmed)
        bench.queue.post(SecurityEvent.chose(.recoveryKey))
        bench.queue.post(SecurityEvent.submitted(""))
        #expect(shown.errorText.string == "Nothing was typed")
        bench.queue.post(SecurityEvent.submitted("EsTc"))
        #expect(shown.field?.submit.reason != nil)
        bench.queue.post(SecurityEvent.failed(.recovery(.wrongKey)))
        #expect(shown.field != nil && shown.shouldShowError)
        bench.queue.post(SecurityEvent.left)
        #expect(shown.field == nil && models.navigation.screen == .security)
    }
}
