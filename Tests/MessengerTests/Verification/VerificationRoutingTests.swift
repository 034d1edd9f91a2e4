import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import MatrixCrypto
@testable import Messenger
@testable import Presentation

/// Tests the screens of an emoji verification.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct VerificationRoutingTests {
    private let bench: Workbench
    private var state: SessionState { bench.state }

    init() throws {
        bench = try Workbench()
        bench.parts.queue.open()
    }

    private func verification(
        _ state: VerificationState, of userID: String = Story.bo, id: String = "one"
    ) -> Verification {
        Verification(
            transaction: VerificationTransaction(id: id, isInRoom: false), userID: userID, isOwn: false, deviceID: "B",
            chatID: nil, state: state)
    }

    private func asked(of userID: String = Story.bo) -> VerificationState {
        .asked(by: DeviceAddress(userID: userID, deviceID: "B"), isPossible: true)
    }

    private func post(_ event: VerificationEvent) { bench.queue.post(event) }

    private var shown: VerificationViewModel {
        VerificationViewModelBuilder(content: VerificationContent(state), queue: bench.queue).build()
    }

    @Test func verificationRequestIsShownFromNotification() {
        post(.changed(verification(asked()), of: nil))
        #expect(state.navigation.screen == .chats)
        #expect(state.verification.toTell?.userID == Story.bo)
        bench.queue.post(NoticeEvent.goingThere)
        #expect(state.navigation.screen == .verification && state.verification.toTell == nil)
        #expect(shown.agree.reason == nil && shown.text.string.contains(Story.bo))
        post(.left)
        #expect(state.navigation.screen == .chats && state.verification.current == nil)
    }

    @Test func newRequestIsShownAfterDismissalUntilItExpires() {
        post(.changed(verification(asked()), of: nil))
        bench.queue.post(NoticeEvent.dismissed)
        #expect(state.verification.toTell == nil)
        post(.changed(verification(asked(), id: "two"), of: nil))
        #expect(state.verification.toTell?.transaction.id == "two")
        post(.changed(verification(.cancelled(.timeout, isOurs: true), id: "two"), of: nil))
        #expect(state.verification.toTell == nil)
    }

    @Test func ignoredPersonCannotRequestVerification() {
        state.ignoredPeople.replace([Story.bo])
        post(.changed(verification(asked()), of: nil))
        #expect(state.verification.toTell == nil)
    }

    @Test func decisionIsDisabledUntilNextStep() {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        post(.decided(.accept))
        #expect(shown.agree.reason != nil && shown.shouldShowBusy)
        post(.changed(verification(.exchangingKeys), of: nil))
        #expect(!state.verification.hasDecided && shown.shouldShowBusy)
    }

    @Test func onlyIdentityKeyMakesPersonVerified() {
        let key = Ed25519SecretKey().publicKey
        let device = DeviceAddress(userID: Story.bo, deviceID: "B")
        for (number, master) in [key, nil].enumerated() {
            let keys = VerifiedKeys(device: device, signingKey: key, masterKey: master)
            post(.changed(verification(asked(), id: "\(number)"), of: nil))
            post(.opened)
            post(.changed(verification(.done(keys), id: "\(number)"), of: nil))
            #expect(shown.text.string.contains("is verified: you know now whose keys") == (master != nil))
            #expect(shown.text.string.hasPrefix("The device B of ") == (master == nil))
            post(.left)
        }
    }

    @Test func eachCancellationReasonHasText() {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        let codes: [VerificationCode] = [
            .user, .timeout, .accepted, .unknownMethod, .mismatchedStrings, .keyMismatch, .unknownTransaction,
            .invalidMessage, .other("m.moon"),
        ]
        var texts: Set<String> = []
        for code in codes { texts.insert(code.text(isOurs: false)) }
        #expect(texts.count == codes.count && texts.contains { $0.contains("m.moon") })
        post(.changed(verification(.cancelled(.mismatchedStrings, isOurs: false)), of: nil))
        #expect(shown.errorText.string == VerificationCode.mismatchedStrings.text(isOurs: false))
        #expect(shown.agree.reason != nil && shown.question.isEmpty)
    }

    @Test func numbersAreShownIfOtherSideLacksEmoji() {
        let agreed = AgreedShortAuthentication(
            secret: SecretBytes(random: 32), info: "", transactionID: "one", codeForm: .current)
        let numbers = agreed.decimals.map(String.init).joined(separator: " ")
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        post(.changed(verification(.comparing(ComparedString(agreed, forms: [.decimal]))), of: nil))
        #expect(shown.numbers.string == numbers && shown.emoji.isEmpty)
        post(.changed(verification(.comparing(ComparedString(agreed, forms: [.decimal, .emoji]))), of: nil))
        #expect(shown.numbers.isEmpty && shown.emoji.count == 7)
    }

    /// Otherwise the user would trust an unverified person in good faith.
    @Test func unsavedVerificationIsNotShownAsVerified() throws {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        let keys = VerifiedKeys(device: DeviceAddress(userID: Story.bo, deviceID: "B"), signingKey: nil, masterKey: nil)
        var done = verification(.done(keys))
        done.problem = .changedMeanwhile
        post(.changed(done, of: nil))
        #expect(shown.text.isEmpty && shown.errorText.string == VerificationError.changedMeanwhile.text)
        done.problem = nil
        post(.changed(done, of: nil))
        #expect(!shown.text.isEmpty && !shown.shouldShowError)
    }

    @Test func errorOfOtherVerificationIsNotShown() {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        var other = verification(.cancelled(.user, isOurs: true), id: "two")
        other.problem = .withoutKeys
        post(.changed(other, of: nil))
        #expect(!shown.shouldShowError)
    }

    @Test func leftVerificationCanBeResumed() {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        post(.changed(verification(.exchangingKeys), of: nil))
        bench.queue.post(ContactEvent.shown)
        #expect(state.navigation.screen == .contacts)
        #expect(state.verification.left(for: state.navigation.screen)?.state == .exchangingKeys)
        bench.queue.post(NoticeEvent.goingThere)
        #expect(state.navigation.screen == .verification && state.verification.current?.state == .exchangingKeys)
        post(.left)
        #expect(state.navigation.screen == .contacts && state.verification.current == nil)
    }

    @Test func dismissedVerificationReturnsOnProgress() {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        post(.changed(verification(.exchangingKeys), of: nil))
        bench.queue.post(ContactEvent.shown)
        bench.queue.post(NoticeEvent.dismissed)
        #expect(state.verification.left(for: .contacts) == nil)
        post(.changed(verification(.waitingForOther), of: nil))
        #expect(state.verification.left(for: .contacts) != nil)
        post(.changed(verification(.cancelled(.user, isOurs: false)), of: nil))
        bench.queue.post(NoticeEvent.dismissed)
        #expect(state.verification.current == nil && state.verification.shown == nil)
    }

    @Test func undecidedRequestIsShownAgain() {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        post(.left)
        #expect(state.verification.toTell?.transaction.id == "one")
    }

    @Test func replacingVerificationIsShown() throws {
        let bench = try Workbench(encrypts: true)
        bench.parts.queue.open()
        let partner = VerificationPartner.person(userID: Story.bo, chatID: "!chat")
        bench.queue.post(VerificationEvent.asking(partner))
        bench.queue.post(VerificationEvent.changed(verification(.waitingForAnswer), of: partner))
        let other = verification(.exchangingKeys, id: "two")
        bench.queue.post(
            VerificationEvent.replaced(VerificationTransaction(id: "one", isInRoom: false), by: other))
        bench.queue.post(VerificationEvent.changed(verification(.cancelled(.user, isOurs: true)), of: partner))
        #expect(bench.state.verification.current == other)
    }

    /// The other device shows this device's name when it asks whether to continue.
    @Test func outgoingRequestNamesThisDevice() throws {
        let bench = try Workbench(encrypts: true)
        bench.parts.queue.open()
        let waiting = Verification(
            transaction: VerificationTransaction(id: "one", isInRoom: false), userID: Story.ana, isOwn: true,
            deviceID: nil, chatID: nil, state: .waitingForAnswer)
        let partner = VerificationPartner.ownDevice(deviceID: nil)
        bench.queue.post(VerificationEvent.asking(partner))
        bench.queue.post(VerificationEvent.changed(waiting, of: partner))
        let content = VerificationContent(bench.state)
        let shown = VerificationViewModelBuilder(content: content, queue: bench.queue).build()
        #expect(shown.text.string == "Another device of yours shows that this one, A, asks: accept it there.")
    }
}
