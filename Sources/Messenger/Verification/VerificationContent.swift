import Conversations

/// What the screen of a verification shows.
struct VerificationContent: Equatable {
    let shown: VerificationModel.Shown?
    let verification: Verification?
    let hasDecided: Bool
    /// What the other side is called; `nil` for one's own devices, and for who gave no name.
    let name: String?
    /// This one, as the other side names it.
    let ownDeviceID: String
}

extension VerificationContent {
    @MainActor
    init(_ models: SessionModels) {
        let model = models.verification
        var userID = model.current.flatMap { $0.isOwn ? nil : $0.userID }
        switch model.shown {
        case .beginning(.person(let asked, _)), .failed(.person(let asked, _), _): userID = asked
        case .beginning, .failed, .one, nil: break
        }
        self.init(
            shown: model.shown, verification: model.current, hasDecided: model.hasDecided,
            name: userID.map { models.nameWithID(of: $0) },
            ownDeviceID: models.account.deviceID)
    }
}

extension SessionModels {
    /// As in `Bo (@bo:example.org)`: who compares keys has to see whose. Of those whom one has a chat with.
    func nameWithID(of userID: String) -> String {
        let heroes = chatList.chats.values.lazy.flatMap(\.heroes)
        guard let person = heroes.first(where: { $0.userID == userID }) else { return userID }
        return Naming.identified(person)
    }
}
