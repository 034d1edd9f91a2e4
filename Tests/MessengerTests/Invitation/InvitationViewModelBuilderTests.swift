import Conversations
import Testing
import ViewModels

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) @MainActor struct InvitationViewModelBuilderTests {
    private func text(_ change: (inout Chat) -> Void) -> [String] {
        var chat = Chat(id: "!a", membership: .invited)
        chat.givenName = "garden"
        chat.inviter = ChatPerson(userID: "@bo:x", displayName: "Bo")
        change(&chat)
        return InvitationViewModelBuilder(chat: chat, isBusy: false, error: nil, isInviterKnown: true)
            .build(accept: {}, decline: {}).text.string.split(separator: "\n").map(String.init)
    }

    @Test func invitationReasonIsShownBelowInviter() {
        #expect(text { _ in } == ["Bo (@bo:x) invites you to “garden”."])
        let told = text { $0.invitationReason = "for the fair" }
        #expect(told == ["Bo (@bo:x) invites you to “garden”.", "They write: for the fair"])
    }

    /// Escape sequences in others' text must not move the cursor.
    @Test func invitationReasonIsSanitized() {
        let told = text { $0.invitationReason = "for\u{1B}[2J\nthe fair" }
        #expect(told.count == 2 && !told[1].contains("\u{1B}"))
    }

    @Test func longInvitationTextsAreShortened() {
        let long = String(repeating: "word ", count: 12_000)
        let told = text {
            $0.givenName = long
            $0.inviter?.displayName = long
            $0.invitationReason = long
            $0.topic = long
        }
        #expect(told.count == 3 && told.allSatisfy { $0.count < 460 })
        #expect(told[0].contains("(@bo:x)"))
    }
}
