/// Tells the screen what changed about logging in again.
@MainActor
struct LoginEventHandler {
    private let login: LoginHandler
    private let navigation: NavigationHandler
    private let notices: NoticeHandler
    private let connection: ConnectionHandler
    private let timeline: TimelineHandler

    init(_ handlers: SessionHandlers) {
        login = handlers.login
        navigation = handlers.navigation
        notices = handlers.notices
        connection = handlers.connection
        timeline = handlers.timeline
    }

    func opened() {
        login.changed()
        navigation.changed()
    }

    func gaveUp() {
        login.changed()
        notices.changed()
    }

    func formChanged() { login.changed() }

    func loggedIn() {
        navigation.changed()
        connection.changed()
        timeline.changed()
    }
}
