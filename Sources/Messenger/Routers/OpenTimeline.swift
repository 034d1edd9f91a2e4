import Conversations

/// Reads parts of the open chat's timeline, as the disk has more than the window.
@MainActor
struct OpenTimeline {
    let state: SessionState
    let archive: TimelineArchive

    /// Posts ``TimelineEvent/answered(_:opening:)``.
    func request(_ question: TimelineRequest) {
        guard let chatID = state.timeline.chatID else { return }
        state.timeline.beginQuestion(findsEnd: question.findsEnd)
        archive.request(question, chatID: chatID, threadID: state.timeline.threadID, opening: state.timeline.opening)
    }

    /// Reads the window again up to its current end. Messages that filled a gap may lie before it or within it.
    func readAgain() {
        let messages = state.timeline.window.messages
        let limit = min(messages.count + TimelineModel.pageCount, TimelineModel.maximumCount)
        request(.filled(through: messages.last?.position, limit: limit))
    }

    /// Posts ``TimelineEvent/beganReading(_:end:opening:)``.
    func beginReading() {
        guard let chatID = state.timeline.chatID, state.timeline.threadID == nil else { return }
        let end = state.timeline.window.end ?? state.timeline.window.messages.last?.position
        archive.findUnread(chatID: chatID, end: end, opening: state.timeline.opening)
    }

    /// Posts ``TimelineEvent/wrote(newestGap:end:opening:)`` if the end of the chat is in the window.
    func acceptByWriting() {
        guard let chatID = state.timeline.chatID, state.timeline.threadID == nil, let end = state.timeline.window.end
        else { return }
        archive.findNewestGap(chatID: chatID, end: end, opening: state.timeline.opening)
    }
}
