import ViewModels

extension JoinRule {
    /// What the chat tells of whoever made it so.
    var message: String {
        switch self {
        case .open: .words("message.anybody-joins")
        case .knock, .knockRestricted: .words("message.who-asks-joins")
        case .invite, .private: .words("message.who-is-invited-joins")
        case .restricted: .words("message.who-is-in-a-space-joins")
        }
    }
}
