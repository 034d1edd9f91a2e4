import Conversations
import Engine
import Messenger

/// The contents of the verification screen.
struct VerificationContent: Equatable {
    let shown: VerificationModel.Shown?
    let verification: Verification?
    let hasDecided: Bool
    /// The name of the other side; `nil` for own devices and for people without a name.
    let name: String?
    /// The identifier of this device, as the other side shows it.
    let ownDeviceID: String
}

extension VerificationContent {
    @MainActor
    init(_ state: SessionState) {
        let model = state.verification
        var userID = model.current.flatMap { $0.isOwn ? nil : $0.userID }
        switch model.shown {
        case .beginning(.person(let asked, _)), .failed(.person(let asked, _), _): userID = asked
        case .beginning, .failed, .one, nil: break
        }
        self.init(
            shown: model.shown, verification: model.current, hasDecided: model.hasDecided,
            name: userID.map { state.nameWithID(of: $0) },
            ownDeviceID: state.account.deviceID)
    }
}

extension SessionState {
    /// Returns a name as in `Bo (@bo:example.org)`, as the user must see whose keys are compared. For a person who is
    /// no hero of any chat, returns the Matrix ID.
    func nameWithID(of userID: String) -> String {
        let heroes = chatList.chats.values.lazy.flatMap(\.heroes)
        guard let person = heroes.first(where: { $0.userID == userID }) else { return userID }
        return Naming.identified(person)
    }
}
