import ViewModels

/// Shows a chat's details.
@MainActor
final class ChatDetailsHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        parts.events.chatDetails.raise { [parts] in
            let canEncrypt = parts.environment.sealingKey != nil
            return ChatDetailsViewModelBuilder(
                content: ChatDetailsContent(parts.models, canEncrypt: canEncrypt), queue: parts.queue
            ).build()
        }
    }

    /// Updates the details when chats or their members change.
    func chatsChanged(_ chatIDs: Set<String>) {
        if let chatID = parts.models.chatDetails.chatID, chatIDs.contains(chatID) { changed() }
    }
}
