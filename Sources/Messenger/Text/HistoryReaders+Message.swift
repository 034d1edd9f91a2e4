import ViewModels

extension HistoryReaders {
    /// What the chat tells of whoever made it so.
    var message: String {
        switch self {
        case .worldReadable: .words("message.anybody-reads")
        case .shared: .words("message.members-read-all")
        case .invited: .words("message.members-read-since-invited")
        case .joined: .words("message.members-read-since-joined")
        }
    }
}
