import Conversations

/// The open chat's timeline, of which the disk has more than the window shows.
@MainActor
struct OpenTimeline {
    private let timeline: TimelineModel
    private let archive: TimelineArchive

    init(_ session: SessionParts) {
        timeline = session.models.timeline
        archive = session.timelineArchive
    }

    /// Answers with ``TimelineEvent/answered(_:opening:)``.
    func ask(_ question: TimelineQuestion) {
        guard let chatID = timeline.chatID else { return }
        timeline.beginQuestion(findsEnd: question.findsEnd)
        archive.ask(question, chatID: chatID, threadID: timeline.threadID, opening: timeline.opening)
    }

    /// What came into a gap may lie before the window or within it, so that all of the window is read anew, at its old end.
    func readAgain() {
        let messages = timeline.window.messages
        let limit = min(messages.count + TimelineModel.pageCount, TimelineModel.maximumCount)
        ask(.filled(through: messages.last?.position, limit: limit))
    }

    /// Answers with ``TimelineEvent/beganReading(_:end:opening:)``.
    func beginReading() {
        guard let chatID = timeline.chatID, timeline.threadID == nil else { return }
        let end = timeline.window.end ?? timeline.window.messages.last?.position
        archive.findUnread(chatID: chatID, end: end, opening: timeline.opening)
    }

    /// Answers with ``TimelineEvent/wrote(newestGap:end:opening:)``, where the end of the chat is shown.
    func acceptByWriting() {
        guard let chatID = timeline.chatID, timeline.threadID == nil, let end = timeline.window.end else { return }
        archive.findNewestGap(chatID: chatID, end: end, opening: timeline.opening)
    }
}
