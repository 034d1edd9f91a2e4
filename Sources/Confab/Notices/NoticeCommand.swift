import Messenger
import ViewModels

/// Shows a notification by running the command of the settings.
@MainActor
struct NoticeCommand {
    let command: UserCommand

    func raise(_ notice: RaisedNotice, by settings: NoticeSettings) {
        guard !settings.command.isEmpty else { return }
        let words = settings.command.map { word in
            switch word {
            case "{title}": notice.title.string
            case "{text}": notice.text.string
            default: word
            }
        }
        command.run(
            words,
            environment: [
                "CONFAB_TITLE": notice.title.string, "CONFAB_TEXT": notice.text.string,
                "CONFAB_UNREAD": String(notice.unreadTotal),
            ])
    }
}
