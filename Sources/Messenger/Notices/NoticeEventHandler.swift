/// Tells the screen what changed about the notice line.
@MainActor
struct NoticeEventHandler {
    private let notices: NoticeHandler
    private let page: PageHandler

    init(_ handlers: SessionHandlers) {
        notices = handlers.notices
        page = handlers.page
    }

    func pageAsked() { page.changed() }

    func noticeChanged() { notices.changed() }
}
