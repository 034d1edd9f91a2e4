import ViewModels

extension HistoryReaders {
    /// The notice that is shown in the chat when somebody chooses this setting.
    var message: String {
        switch self {
        case .worldReadable: .words("message.anybody-reads")
        case .shared: .words("message.members-read-all")
        case .invited: .words("message.members-read-since-invited")
        case .joined: .words("message.members-read-since-joined")
        }
    }
}
