import MatrixAPI
import MatrixCrypto
import Testing
import ViewModels

@testable import Messenger

/// What somebody sees of whom they compare emoji with.
@MainActor
@Suite(.timeLimit(.minutes(2))) struct VerificationRoutingTests {
    private let bench: Workbench
    private var models: SessionModels { bench.models }

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
        VerificationViewModelBuilder(content: VerificationContent(models), queue: bench.queue).build()
    }

    @Test func whatSomebodyAsksIsToldAndShownWhenThePersonGoesThere() {
        post(.changed(verification(asked()), of: nil))
        #expect(models.navigation.screen == .chats)
        #expect(models.verification.toTell?.userID == Story.bo)
        bench.queue.post(NoticeEvent.goingThere)
        #expect(models.navigation.screen == .verification && models.verification.toTell == nil)
        #expect(shown.agree.reason == nil && shown.text.string.contains(Story.bo))
        post(.left)
        #expect(models.navigation.screen == .chats && models.verification.current == nil)
    }

    @Test func aQuestionThatIsPutOffStaysOneUntilItsTimeIsOver() {
        post(.changed(verification(asked()), of: nil))
        bench.queue.post(NoticeEvent.dismissed)
        #expect(models.verification.toTell == nil)
        post(.changed(verification(asked(), id: "two"), of: nil))
        #expect(models.verification.toTell?.transaction.id == "two")
        post(.changed(verification(.cancelled(.timeout, isOurs: true), id: "two"), of: nil))
        #expect(models.verification.toTell == nil)
    }

    @Test func whoIsIgnoredAsksNobody() {
        models.ignoredPeople.replace([Story.bo])
        post(.changed(verification(asked()), of: nil))
        #expect(models.verification.toTell == nil)
    }

    @Test func anAnswerCountsOnceUntilSomethingComesOfIt() {
        post(.changed(verification(asked()), of: nil))
        post(.opened)
        post(.decided(.accept))
        #expect(shown.agree.reason != nil && shown.shouldShowBusy)
        post(.changed(verification(.exchangingKeys), of: nil))
        #expect(!models.verification.hasDecided && shown.shouldShowBusy)
    }

    @Test func eachEndIsSaidInWords() {
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
}
