import ViewModels

extension JoinRule {
    /// The notice that is shown in the chat when somebody chooses this setting.
    var message: String {
        switch self {
        case .open: .words("message.anybody-joins")
        case .knock, .knockRestricted: .words("message.who-asks-joins")
        case .invite, .private: .words("message.who-is-invited-joins")
        case .restricted: .words("message.who-is-in-a-space-joins")
        }
    }
}
