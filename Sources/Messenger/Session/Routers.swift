/// All routers, each the single way in for its events.
@MainActor
struct Routers {
    let chat: ChatEventRouter
    let chatList: ChatListEventRouter
    let chatTask: ChatTaskEventRouter
    let chatDetails: ChatDetailsEventRouter
    let message: MessageEventRouter
    let outbox: OutboxEventRouter
    let composer: ComposerEventRouter
    let completion: CompletionEventRouter
    let history: HistoryEventRouter
    let visit: VisitEventRouter
    let story: StoryEventRouter
    let messageAction: MessageActionEventRouter
    let connection: ConnectionEventRouter
    let login: LoginEventRouter
    let navigation: NavigationEventRouter
    let command: CommandEventRouter
    let createChat: CreateChatEventRouter
    let contact: ContactEventRouter
    let editContact: EditContactEventRouter
    let notice: NoticeEventRouter
    let settings: SettingsEventRouter
}
