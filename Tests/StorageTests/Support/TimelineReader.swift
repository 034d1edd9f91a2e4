import Conversations
import Storage
import TestSeeds

/// A device that follows a ``TimelineServer`` and whose program may end at any moment.
struct TimelineReader {
    let database: ProfileDatabase
    var random: SeededGenerator

    /// Asks for new messages, and applies the answer in random slices. A slice may be applied twice, and the last
    /// ones may be missing.
    mutating func sync(with server: TimelineServer, mayEnd: Bool) async throws {
        let limit = Int.random(in: 1...6, using: &random)
        let answer = server.sync(since: try database.sync.token(), limit: limit)
        for slice in slices(of: answer, from: server) {
            if mayEnd, random.chance(in: 4) { return }
            _ = try await database.sync.apply(slice)
            if random.chance(in: 4) { _ = try await database.sync.apply(slice) }
        }
    }

    /// Asks for a page of one gap. The answer may arrive twice.
    ///
    /// - Returns: `false` if there is no gap.
    mutating func fill(from server: TimelineServer) async throws -> Bool {
        guard let gap = try database.gaps().randomElement(using: &random) else { return false }
        if let onward = gap.onward, random.chance(in: 2) {
            let page = server.page(after: onward.token, limit: Int.random(in: 1...5, using: &random))
            for _ in 0...Int.random(in: 0...1, using: &random) {
                _ = try await database.messages.fillOnward(
                    chatID: Story.chatID, gap: gap, with: page.messages, nextToken: page.next)
            }
            return true
        }
        let page = server.page(before: gap.token, limit: Int.random(in: 1...5, using: &random))
        for _ in 0...Int.random(in: 0...1, using: &random) {
            _ = try await database.messages.fillGap(
                chatID: Story.chatID, gap: gap, with: page.messages, nextToken: page.next)
        }
        return true
    }

    /// Fills all gaps.
    mutating func fillAll(from server: TimelineServer) async throws {
        // Each page except the empty one at the beginning makes a gap smaller.
        var pages = 0
        while try await fill(from: server) {
            pages += 1
            guard pages < 10_000 else { throw Endless() }
        }
    }

    private struct Endless: Error {}

    /// Jumps to a random event of the server. The answer may arrive twice.
    ///
    /// - Returns: Whether the event has a position now.
    mutating func jump(in server: TimelineServer) async throws -> Bool {
        guard let index = server.messages.indices.randomElement(using: &random) else { return false }
        let island = server.context(of: index, half: Int.random(in: 0...3, using: &random))
        var isHere = false
        for _ in 0...Int.random(in: 0...1, using: &random) {
            isHere = try await database.messages.store(island, chatID: Story.chatID).isHere
        }
        return isHere
    }

    /// The first slice carries the token before the batch, the last slice the sync token.
    private mutating func slices(of answer: TimelineServer.Answer, from server: TimelineServer) -> [SyncSlice] {
        let whole = ChatChange.Timeline(
            messages: Array(server.messages[answer.range]), isLimited: answer.isLimited,
            previousBatch: answer.previousBatch)
        var slices: [SyncSlice] = []
        var start = answer.range.lowerBound
        repeat {
            let rest = answer.range.upperBound - start
            let end = start + (rest == 0 ? 0 : Int.random(in: 1...rest, using: &random))
            var change = Story.change([])
            change.timeline = whole.piece(start - answer.range.lowerBound..<end - answer.range.lowerBound)
            slices.append(SyncSlice(changes: [change]))
            start = end
        } while start < answer.range.upperBound
        slices[slices.count - 1].token = answer.token
        return slices
    }
}
