import Messenger
import ViewModels

/// Brings a notice to a person by the program that the settings name.
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
