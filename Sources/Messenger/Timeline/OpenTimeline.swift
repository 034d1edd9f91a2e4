import Conversations

/// Reads parts of the open chat's timeline, as the disk has more than the window.
@MainActor
struct OpenTimeline {
    private let timeline: TimelineModel
    private let archive: TimelineArchive

    init(_ session: SessionParts) {
        timeline = session.models.timeline
        archive = session.timelineArchive
    }

    /// Posts ``TimelineEvent/answered(_:opening:)``.
    func ask(_ question: TimelineQuestion) {
        guard let chatID = timeline.chatID else { return }
        timeline.beginQuestion(findsEnd: question.findsEnd)
        archive.ask(question, chatID: chatID, threadID: timeline.threadID, opening: timeline.opening)
    }

    /// Reads the window again up to its current end. Messages that filled a gap may lie before it or within it.
    func readAgain() {
        let messages = timeline.window.messages
        let limit = min(messages.count + TimelineModel.pageCount, TimelineModel.maximumCount)
        ask(.filled(through: messages.last?.position, limit: limit))
    }

    /// Posts ``TimelineEvent/beganReading(_:end:opening:)``.
    func beginReading() {
        guard let chatID = timeline.chatID, timeline.threadID == nil else { return }
        let end = timeline.window.end ?? timeline.window.messages.last?.position
        archive.findUnread(chatID: chatID, end: end, opening: timeline.opening)
    }

    /// Posts ``TimelineEvent/wrote(newestGap:end:opening:)`` if the end of the chat is in the window.
    func acceptByWriting() {
        guard let chatID = timeline.chatID, timeline.threadID == nil, let end = timeline.window.end else { return }
        archive.findNewestGap(chatID: chatID, end: end, opening: timeline.opening)
    }
}
