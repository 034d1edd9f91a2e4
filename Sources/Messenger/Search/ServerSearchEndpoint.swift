import Conversations
import MatrixAPI
import MatrixClient
import SearchWords
import Storage

/// Asks the server for what this device doesn't have, once one stops typing for a moment.
@MainActor
final class ServerSearchEndpoint {
    /// How long after the last answer of the disk the server is asked, in milliseconds.
    private static let pause = 400
    private nonisolated static let pageSize = 50
    /// So many pages are asked for at a time where a server doesn't look for words.
    private nonisolated static let mostPages = 10
    /// So many chats are named to a server; of more, it is asked for all.
    private static let mostChats = 200

    private let client: HomeserverClient
    private let index: SearchIndex
    private let queue: EventQueue
    private let tasks: TaskSet
    private let last: LastQuestion

    init(
        client: HomeserverClient, index: SearchIndex, queue: EventQueue, tasks: TaskSet, environment: SessionEnvironment
    ) {
        self.client = client
        self.index = index
        self.queue = queue
        self.tasks = tasks
        last = LastQuestion(after: Self.pause, in: environment)
    }

    /// Answers with ``ServerSearchEvent/answered(_:)``, unless something else is asked before.
    func ask(_ question: ServerSearchQuestion) {
        last.ask { [weak self] in self?.ask(question, behind: nil) }
    }

    /// Nothing is asked any more.
    func stop() { last.forget() }

    /// - Parameter token: the end of the last page.
    func ask(_ question: ServerSearchQuestion, behind token: String?) {
        tasks.run { [client, index, queue] in
            let outcome: ServerSearchAnswer.Outcome
            do {
                let page =
                    try await question.isWalk
                    ? Self.walk(question, behind: token, client, index)
                    : client.searchMessages(
                        question.term,
                        roomIDs: question.chatIDs.count > Self.mostChats ? nil : question.chatIDs.sorted(),
                        senders: question.senders?.sorted(), limit: Self.pageSize, from: token)
                outcome = .found(try await index.hits(elsewhere: question.messages(of: page)), next: page.nextBatch)
            } catch let error as MatrixClientError {
                outcome = .failed(.server(error))
            } catch {
                outcome = .failed(FailureReason(storing: error))
            }
            await queue.post(
                ServerSearchEvent.answered(ServerSearchAnswer(question: question, token: token, outcome: outcome)))
        }
    }

    /// From what is missing on back, until enough is found or enough was looked at.
    nonisolated static func walk(
        _ question: ServerSearchQuestion, behind token: String?, _ client: HomeserverClient, _ index: SearchIndex
    ) async throws -> EventSearchPage {
        guard let chatID = question.chatIDs.first else { return EventSearchPage(results: [], nextBatch: nil) }
        var next: String?
        if let token { next = token } else { next = try await index.newestGap(of: chatID)?.token }
        var found: [EventSearchPage.Result] = []
        var pages = 0
        while let token = next, pages < mostPages, question.messages(of: found).count < pageSize {
            let page = try await client.said(
                in: chatID, by: question.senders?.sorted(),
                hasFile: !question.query.contents.isDisjoint(with: [.file, .picture]), limit: pageSize * 2, from: token)
            found += page.chunk.map { EventSearchPage.Result(roomID: chatID, event: $0) }
            pages += 1
            let isPast = page.chunk.last.map { $0.timestamp < question.query.times.lowerBound } ?? false
            next = isPast || page.end == token ? nil : page.end
        }
        return EventSearchPage(results: found, nextBatch: next)
    }
}

extension ServerSearchQuestion {
    /// Those of a server's answer that are meant, with the words of an edit in the place of what it edits.
    func messages(of page: EventSearchPage) -> [(chatID: String, message: Message)] { messages(of: page.results) }

    fileprivate func messages(of results: [EventSearchPage.Result]) -> [(chatID: String, message: Message)] {
        results.compactMap { result in
            let event = MessageDecoder.message(from: result.event)
            guard chatIDs.contains(result.roomID), let message = event.edited ?? event.said, allows(message) else {
                return nil
            }
            return (result.roomID, message)
        }
    }

    private func allows(_ message: Message) -> Bool {
        guard query.times.contains(message.timestamp), senders?.contains(message.sender) ?? true,
            query.contents.isSubset(of: SearchQuery.Content.all(in: message.body, of: message.kind))
        else { return false }
        guard !query.excluded.isEmpty else { return true }
        let tokens = SearchTokenizer.tokens(of: message.body)
        return query.excluded.allSatisfy { $0.ranges(in: tokens).isEmpty }
    }
}

extension Message {
    /// Itself, where it is something that is searched.
    fileprivate var said: Message? { kind.isFoundByWords && !isRemoved && hasIdentifier ? self : nil }

    /// What it edits, in its words.
    fileprivate var edited: Message? {
        guard case .edit(let target, let content) = relation, !isRemoved else { return nil }
        var message = Message(
            eventID: target, sender: sender, timestamp: timestamp, kind: content.kind, body: content.body, detail: nil,
            isRemoved: false, transactionID: nil, source: "{}")
        message.isEdited = true
        return message.said
    }
}
