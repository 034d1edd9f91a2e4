import ViewModels

/// The reason that there is no new chat.
enum CreateChatProblem: Hashable, Sendable {
    case nobodyAdded
    /// The text does not identify a person.
    case partner(ChatPartner.Flaw)
    case failed(CreateChatFailure)
    /// An existing chat could not be joined by its address.
    case notJoined(RoomAddress, JoinRefusal)

    var text: DisplayText {
        switch self {
        case .nobodyAdded: .words("create-chat.add-somebody-first")
        case .partner(let flaw): DisplayText(sanitizing: flaw.text)
        case .notJoined(let address, let refusal): DisplayText(sanitizing: refusal.text(address))
        case .failed(.reason(let reason)): .words("create-chat.chat-was-not-made", ["reason": reason.text])
        case .failed(.notInvited(let userID, let reason, _)):
            .words("create-chat.not-invited", ["person": userID, "reason": reason.text])
        case .failed(.nothingReads(let userID)): .words("create-chat.nothing-reads", ["person": userID])
        case .failed(.devicesUnknown(let userID)): .words("create-chat.devices-unknown", ["person": userID])
        }
    }
}
