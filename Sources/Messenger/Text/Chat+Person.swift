import Conversations

extension Chat {
    /// Somebody who is known without reading who is in it: of those who name it, or who spoke last.
    func person(_ userID: String) -> ChatPerson? {
        if let hero = heroes.first(where: { $0.userID == userID }) { return hero }
        return lastSender?.userID == userID ? lastSender : nil
    }
}
