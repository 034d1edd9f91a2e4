import ViewModels

/// The people who may read earlier messages (client-server API, "Room History Visibility").
package enum HistoryReaders: String, CaseIterable, Hashable, Sendable {
    case worldReadable = "world_readable"
    case shared
    case invited
    case joined

    var title: DisplayText {
        switch self {
        case .worldReadable: .words("chat-details.anybody-reads")
        case .shared: .words("chat-details.members-read-all")
        case .invited: .words("chat-details.members-read-since-invited")
        case .joined: .words("chat-details.members-read-since-joined")
        }
    }
}
