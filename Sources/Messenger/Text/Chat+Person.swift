import Conversations

extension Chat {
    /// Returns a person who is known without reading the member list: a hero of the chat name or the last sender.
    func person(_ userID: String) -> ChatPerson? {
        if let hero = heroes.first(where: { $0.userID == userID }) { return hero }
        return lastSender?.userID == userID ? lastSender : nil
    }
}
