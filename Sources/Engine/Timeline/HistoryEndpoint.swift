package import Conversations
import MatrixClient
import Storage

/// Requests missing messages from the homeserver and stores them.
@MainActor
package final class HistoryEndpoint {
    private let parts: EndpointParts
    private var filling: Set<TimelineGap> = []
    private var fillingOnward: Set<TimelineGap.Onward> = []

    package init(_ parts: EndpointParts) { self.parts = parts }

    /// Fetches a page before the end of the gap.
    package func fill(_ gap: TimelineGap, chatID: String) {
        guard filling.insert(gap).inserted else { return }
        ask(gap, chatID: chatID) { [parts, self] in
            let neighbour = try await parts.database.messages.eventID(at: gap.anchor, chatID: chatID)
            let page = try await HistoryPage.before(gap, chatID: chatID, neighbour: neighbour, client: parts.client)
            return try await self.store(page, chatID: chatID) { said in
                try await parts.database.messages.fillGap(
                    chatID: chatID, gap: gap, with: said, members: page.members, nextToken: page.nextToken)
            }
        } finally: {
            self.filling.remove(gap)
        }
    }

    /// Fetches a page after the start of the gap, if that is known.
    package func fillOnward(_ gap: TimelineGap, chatID: String) {
        guard let onward = gap.onward, fillingOnward.insert(onward).inserted else { return }
        ask(gap, chatID: chatID) { [parts, self] in
            let page = try await HistoryPage.after(onward, chatID: chatID, parts.client)
            return try await self.store(page, chatID: chatID) { said in
                try await parts.database.messages.fillOnward(
                    chatID: chatID, gap: gap, with: said.reversed(), members: page.members,
                    nextToken: page.newerToken)
            }
        } finally: {
            self.fillingOnward.remove(onward)
        }
    }

    /// Fetches the messages around an event. If the server refuses, or their position is unclear, fetches a page
    /// before the end of the gap instead.
    package func reach(_ eventID: String, or gap: TimelineGap, chatID: String) {
        ask(gap, chatID: chatID) { [parts, self] in
            let page: HistoryPage
            do throws(MatrixClientError) {
                page = try await HistoryPage.around(eventID, chatID: chatID, parts.client)
            } catch {
                guard case .matrix = error, !error.isTransient else { throw error }
                await self.fill(gap, chatID: chatID)
                return nil
            }
            var isHere = false
            let applied = try await self.store(page, chatID: chatID) { said in
                let island = TimelineIsland(
                    messages: said.reversed(), around: eventID, olderToken: page.nextToken,
                    newerToken: page.newerToken)
                let kept = try await parts.database.messages.store(island, chatID: chatID, members: page.members)
                isHere = kept.isHere
                return kept.applied
            }
            if !isHere { await self.fill(gap, chatID: chatID) }
            return isHere ? applied : nil
        } finally: {
        }
    }

    /// - Parameter keep: stores the messages, newest first.
    private nonisolated func store(
        _ page: HistoryPage, chatID: String, keep: ([Message]) async throws -> AppliedSlice
    ) async throws -> AppliedSlice {
        let opened = try await parts.encryption?.open([(chatID, page.events)]) ?? DecryptedEvents()
        let applied = try await keep(page.messages(opened, chatID: chatID))
        if opened.hasSealed, let encryption = parts.encryption { Task { await encryption.lookAfterSealed() } }
        return applied
    }

    /// - Parameter work: returns `nil` if it started another request instead.
    private func ask(
        _ gap: TimelineGap, chatID: String, _ work: @escaping @Sendable () async throws -> AppliedSlice?,
        finally: @escaping @MainActor () -> Void
    ) {
        parts.tasks.run { [parts] in
            let event: HistoryEvent?
            do {
                event = try await work().map { .gapFilled(chatID: chatID, $0) }
            } catch let error as MatrixClientError {
                event = .failed(
                    chatID: chatID, gap: gap, reason: .server(error), isPassing: error.isTransient)
            } catch {
                event = .failed(chatID: chatID, gap: gap, reason: FailureReason(storing: error), isPassing: true)
            }
            await finally()
            if let event { await parts.queue.post(event) }
        }
    }
}
