import Conversations
import ViewModels

/// Makes the two answers to an invitation and says who asks.
struct InvitationViewModelBuilder {
    let chat: Chat
    let isBusy: Bool
    let error: String?
    /// Whether one already talks with the inviter.
    let isInviterKnown: Bool

    func build(
        accept: @escaping @MainActor () -> Void, decline: @escaping @MainActor () -> Void
    ) -> InvitationViewModel {
        let busy = Action<Void>.unavailable("The server is being told")
        return InvitationViewModel(
            title: DisplayText(sanitizing: Naming.chat(chat)), text: text, shouldShowBusy: isBusy,
            busyText: "Telling the server…", shouldShowError: error != nil,
            errorText: DisplayText(sanitizing: error ?? ""), accept: isBusy ? busy : .available(accept),
            decline: isBusy ? busy : .available(decline))
    }

    private var members: DisplayText {
        guard chat.joinedCount > 0, !chat.isDirectInvitation else { return .empty }
        let count = chat.joinedCount == 1 ? "One person is" : "\(chat.joinedCount) people are"
        return "\n" + DisplayText(sanitizing: count) + " in it."
    }

    private var topic: DisplayText {
        guard let topic = chat.topic, !topic.isEmpty else { return .empty }
        return "\nIts topic: " + DisplayText(sanitizing: topic)
    }

    private var text: DisplayText {
        let who = chat.inviter.map { "\(Naming.person($0)) (\($0.userID))" } ?? "Somebody"
        let what = chat.isDirectInvitation ? "to talk with you" : "to “\(Naming.chat(chat))”"
        let verb = chat.isDirectInvitation ? "wants" : "invites you"
        let question = DisplayText(sanitizing: "\(who) \(verb) \(what).")
        let warning: DisplayText = "\nYou have no chat with them yet: make sure that you know who it is."
        let told = question + members + topic
        return isInviterKnown ? told : told + warning
    }
}
