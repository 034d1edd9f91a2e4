import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

extension MessageActionsBuilder {
    /// Adds the actions for the file of a message.
    func add(fileOf message: Message, to actions: inout MessageActions) {
        guard message.kind.isFile, !message.isRemoved else { return }
        let event = try? JSONValue(parsing: message.source)
        let file = event?["content"].flatMap(AttachedFile.init(content:))
        guard let file, !message.isEdited else {
            let reason: DisplayText = file == nil ? .words("media.names-no-file") : .words("media.was-edited")
            actions.file = MessageFile(open: .unavailable(reason), save: .unavailable(reason))
            return
        }
        let name = SafeFileName(file.name).text
        let size = file.size.map { MediaDetail.amount(of: $0) }
        actions.file = MessageFile(
            open: posting(file, of: message) { _ in .opening }, save: posting(file, of: message) { .saving($0) },
            openQuestion: .words(
                "media.open-question", ["name": [name, size].compactMap(\.self).joined(separator: ", ")]),
            saveQuestion: .words("media.save-question", ["name": name]))
        if content.media[message.eventID]?.isLoading == true {
            actions.file?.stop = .available { [queue] in queue.post(MediaEvent.stopped(eventID: message.eventID)) }
        }
    }

    private func posting<Input>(
        _ file: AttachedFile, of message: Message, _ purpose: @escaping @Sendable (Input) -> MediaPurpose
    ) -> Action<Input> {
        if content.media[message.eventID]?.isLoading == true { return .unavailable(.words("media.is-loading")) }
        let eventID = message.eventID
        return .available { [queue] input in
            queue.post(MediaEvent.wanted(MediaRequest(eventID: eventID, file: file, purpose: purpose(input))))
        }
    }
}
