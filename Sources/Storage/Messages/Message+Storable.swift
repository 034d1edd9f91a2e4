import Conversations

extension Message {
    /// The message with texts that come back from the database as they went in.
    var storable: Message {
        let change = detail.map {
            MembershipChange(userID: $0.userID.storable, displayName: $0.displayName?.storable, what: $0.what)
        }
        return Message(
            eventID: eventID.storable, sender: sender.storable, timestamp: timestamp, kind: kind,
            body: body.storable, detail: change, isRemoved: isRemoved, transactionID: transactionID?.storable,
            source: source.storable)
    }
}
