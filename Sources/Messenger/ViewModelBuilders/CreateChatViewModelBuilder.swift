import MatrixAPI
import ViewModels

/// Makes the form for a new chat.
struct CreateChatViewModelBuilder {
    let text: String
    let revision: Int
    let isBusy: Bool
    let error: String?
    let ownUserID: String

    @MainActor
    func build(
        changed: @escaping @MainActor (String) -> Void, create: @escaping @MainActor (String) -> Void,
        cancel: @escaping @MainActor () -> Void
    ) -> CreateChatViewModel {
        CreateChatViewModel(
            title: "New chat", prompt: "With whom? Their Matrix ID:",
            placeholder: DisplayText(sanitizing: "@bo:\(UserID(ownUserID)?.server ?? "example.org")"), text: text,
            revision: revision, hint: hint, shouldShowBusy: isBusy, busyText: "Making the chat…",
            shouldShowError: error != nil, errorText: DisplayText(sanitizing: error ?? ""), changed: changed,
            create: isBusy ? .unavailable("The chat is being made") : .available(create), cancel: cancel)
    }

    private var hint: DisplayText {
        switch ChatPartner(text: text, ownUserID: ownUserID) {
        case .valid(let userID): DisplayText(sanitizing: "Enter starts a chat with \(userID)")
        case .incomplete(let what), .wrong(let what): DisplayText(sanitizing: what)
        }
    }
}
