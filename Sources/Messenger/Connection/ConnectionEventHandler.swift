/// Tells the screen what changed about the connection.
@MainActor
struct ConnectionEventHandler {
    private let connection: ConnectionHandler
    private let chatList: ChatListHandler
    private let navigation: NavigationHandler
    private let timeline: TimelineHandler

    init(_ handlers: SessionHandlers) {
        connection = handlers.connection
        chatList = handlers.chatList
        navigation = handlers.navigation
        timeline = handlers.timeline
    }

    /// Lines that wait are unsent without a connection, and on their way with one.
    func connectionChanged() {
        connection.changed()
        // Where there are no chats it says why.
        chatList.changed()
        // Whether one can log in is said there.
        navigation.changed()
        timeline.changed()
        timeline.typingChanged()
    }

    func statusChanged() { connection.changed() }
}
