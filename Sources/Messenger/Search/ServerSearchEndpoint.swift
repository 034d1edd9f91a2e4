import Conversations
import Engine
import Foundation
import MatrixAPI
import MatrixClient
import SearchWords
import Storage

/// Searches the server for messages that this device doesn't have, with a debounce while the user is typing.
@MainActor
final class ServerSearchEndpoint {
    /// The debounce delay after the last result from the disk, in milliseconds.
    private static let pause = 400
    private nonisolated static let pageSize = 50
    /// The maximum number of chats in a request. For more chats, the request covers all.
    private nonisolated static let maxChats = 200

    private let parts: EndpointParts
    private let last: Debouncer

    init(_ parts: EndpointParts) {
        self.parts = parts
        last = Debouncer(after: Self.pause, in: parts.environment)
    }

    /// Answers with ``ServerSearchEvent/answered(_:)``, unless another query follows before.
    func search(_ question: ServerSearchQuery) {
        last.schedule { [weak self] in self?.send((question, nil)) }
    }

    /// Drops a query that was not sent yet.
    func stop() { last.cancel() }

    /// Sends a request, and answers with ``ServerSearchEvent/answered(_:)``.
    func send(_ request: ServerSearch.Request) {
        let (question, place) = request
        parts.tasks.run { [client = parts.client, index = parts.database.search, queue = parts.queue] in
            let outcome: ServerSearchResponse.Outcome
            do {
                if question.isWalk {
                    let (found, next) = try await Self.step(question, place?.walk, client, index)
                    outcome = .found(found, next: next)
                } else {
                    outcome = try await Self.find(question, place, client, index)
                }
            } catch let error as MatrixClientError {
                outcome = .failed(.server(error))
            } catch {
                outcome = .failed(FailureReason(storing: error))
            }
            await queue.post(ServerSearchEvent.answered(ServerSearchResponse(question: question, outcome: outcome)))
        }
    }

    private nonisolated static func find(
        _ question: ServerSearchQuery, _ place: ServerSearchCursor?, _ client: HomeserverClient, _ index: SearchIndex
    ) async throws -> ServerSearchResponse.Outcome {
        var token: String?
        if case .page(let end) = place { token = end }
        let page = try await client.searchMessages(
            question.term, roomIDs: question.chatIDs.count > maxChats ? nil : question.chatIDs.sorted(),
            senders: question.senders?.sorted(), limit: pageSize, from: token)
        return .found(
            try await index.hits(elsewhere: question.messages(of: page)), next: page.nextBatch.map { .page($0) },
            isIncomplete: page.isIncomplete)
    }

    /// Searches one page, in the chat with the newest page that was not searched yet.
    ///
    /// - Parameter walk: the state of the walk; `nil` to begin at the newest gap of each chat.
    nonisolated static func step(
        _ question: ServerSearchQuery, _ walk: ServerWalk?, _ client: HomeserverClient, _ index: SearchIndex
    ) async throws -> ([SearchHit], ServerSearchCursor?) {
        var walk = if let walk { walk } else { try await begin(question, index) }
        guard let place = walk.next else { return ([], nil) }
        var found: [SearchHit] = []
        do {
            let page = try await client.messages(
                in: place.chatID, by: question.senders?.sorted(),
                hasFile: !question.query.contents.isDisjoint(with: [.file, .picture]), limit: pageSize * 2,
                from: place.token)
            walk.addPage(page.chunk.map(\.timestamp), then: page.end, of: place)
            let results = page.chunk.map { EventSearchPage.Result(roomID: place.chatID, event: $0) }
            found = try await index.hits(elsewhere: question.messages(of: results))
        } catch MatrixClientError.matrix(let error, let status, _) where error.code == .forbidden || status == 404 {
            // A chat that the server refuses must not stop the search of the others.
            walk.drop(place)
        }
        return (found, walk.places.isEmpty ? nil : .walk(walk))
    }

    private nonisolated static func begin(
        _ question: ServerSearchQuery, _ index: SearchIndex
    ) async throws -> ServerWalk {
        let gaps = try await index.newestGaps(of: question.chatIDs)
        let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
        return ServerWalk(
            gaps.map { ServerWalk.ChatCursor(chatID: $0.chatID, token: $0.token, reached: min($0.timestamp, now)) },
            end: question.query.times.lowerBound)
    }
}

extension ServerSearchQuery {
    /// Returns the matching messages of a response. The text of an edit replaces that of the edited message.
    func messages(of page: EventSearchPage) -> [(chatID: String, message: Message)] { messages(of: page.results) }

    fileprivate func messages(of results: [EventSearchPage.Result]) -> [(chatID: String, message: Message)] {
        results.compactMap { result in
            let event = MessageDecoder.message(from: result.event)
            guard chatIDs.contains(result.roomID), let message = event.edited ?? event.searchable, allows(message)
            else {
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
    /// The message itself, if its kind can be searched.
    fileprivate var searchable: Message? { kind.isFoundByWords && !isRemoved && hasIdentifier ? self : nil }

    /// The edited message with its new text, if this is an edit.
    fileprivate var edited: Message? {
        guard case .edit(let target, let content) = relation, !isRemoved else { return nil }
        var message = Message(
            eventID: target, sender: sender, timestamp: timestamp, kind: content.kind, body: content.body, detail: nil,
            isRemoved: false, transactionID: nil, source: "{}")
        message.isEdited = true
        return message.searchable
    }
}
