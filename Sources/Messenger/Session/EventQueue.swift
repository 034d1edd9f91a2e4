/// Takes events from anywhere and gives each to its router, one at a time and in order of arrival.
@MainActor
package final class EventQueue {
    private var waiting: [(Routers) -> Void] = []
    private var routers: Routers?
    private var isRouting = false

    package init() {}

    func post(_ event: ChatEvent) { enqueue { $0.chat.route(event) } }
    func post(_ event: ChatListEvent) { enqueue { $0.chatList.route(event) } }
    func post(_ event: ChatTaskEvent) { enqueue { $0.chatTask.route(event) } }
    func post(_ event: ChatDetailsEvent) { enqueue { $0.chatDetails.route(event) } }
    func post(_ event: MessageEvent) { enqueue { $0.message.route(event) } }
    func post(_ event: OutboxEvent) { enqueue { $0.outbox.route(event) } }
    func post(_ event: ComposerEvent) { enqueue { $0.composer.route(event) } }
    func post(_ event: MessageActionEvent) { enqueue { $0.messageAction.route(event) } }
    func post(_ event: CompletionEvent) { enqueue { $0.completion.route(event) } }
    func post(_ event: HistoryEvent) { enqueue { $0.history.route(event) } }
    func post(_ event: VisitEvent) { enqueue { $0.visit.route(event) } }
    func post(_ event: StoryEvent) { enqueue { $0.story.route(event) } }
    func post(_ event: ConnectionEvent) { enqueue { $0.connection.route(event) } }
    func post(_ event: LoginEvent) { enqueue { $0.login.route(event) } }
    func post(_ event: NavigationEvent) { enqueue { $0.navigation.route(event) } }
    func post(_ event: CommandEvent) { enqueue { $0.command.route(event) } }
    func post(_ event: CreateChatEvent) { enqueue { $0.createChat.route(event) } }
    func post(_ event: ContactEvent) { enqueue { $0.contact.route(event) } }
    func post(_ event: EditContactEvent) { enqueue { $0.editContact.route(event) } }
    func post(_ event: NoticeEvent) { enqueue { $0.notice.route(event) } }
    func post(_ event: SettingsEvent) { enqueue { $0.settings.route(event) } }

    /// From now on events are routed; what was posted before comes first.
    func open(to routers: Routers) {
        self.routers = routers
        drain()
    }

    /// Nothing is routed any more.
    func close() {
        routers = nil
        waiting = []
    }

    private func enqueue(_ route: @escaping (Routers) -> Void) {
        waiting.append(route)
        drain()
    }

    private func drain() {
        guard !isRouting else { return }
        isRouting = true
        defer { isRouting = false }
        while let routers, !waiting.isEmpty {
            waiting.removeFirst()(routers)
        }
    }
}
