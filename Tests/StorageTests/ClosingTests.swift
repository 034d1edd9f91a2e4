import Conversations
import Foundation
import Synchronization
import Testing

@testable import Storage

/// Tests how a database is opened for the first frame, and how it is closed.
@Suite(.timeLimit(.minutes(5))) struct ClosingTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("confab.sqlite")
    }

    private func fill() async throws {
        let database = try ProfileDatabase(path: path)
        defer { database.close() }
        _ = try await database.sync.apply(Story.slice(Story.lines(1...300), token: "t"))
    }

    /// Returns the number of the process's open file descriptors that refer to this database.
    private func connections() throws -> Int {
        let descriptors = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: descriptors).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")) == path
        }.count
    }

    @Test func closingLeavesOnlyTheDatabaseFile() async throws {
        try await fill()
        let database = try ProfileDatabase(path: path)
        try await database.drafts.set(chatID: Story.chatID, text: "half")
        // Readers have their own connections.
        #expect(try await database.chats.allAside().count == 1)
        #expect(access(path + "-wal", F_OK) == 0)
        database.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["confab.sqlite"])
        let again = try ProfileDatabase(path: path)
        #expect(try again.drafts.all() == [Draft(chatID: Story.chatID, text: "half")])
        again.close()
    }

    @MainActor
    @Test func firstFrameUsesOneConnection() async throws {
        try await fill()
        let database = try ProfileDatabase(path: path)
        _ = try database.opening()
        _ = try database.messages.window(chatID: Story.chatID, endingAtLatest: 50)
        _ = try database.messages.unread(chatID: Story.chatID, userID: "@ana:x")
        _ = try database.chats.members(chatID: Story.chatID)
        #expect(try connections() == 1)
        // From here on, a read must not wait for a pending write.
        try await database.drafts.set(chatID: Story.chatID, text: "half")
        _ = try database.chats.members(chatID: Story.chatID)
        #expect(try connections() == 2)
        database.close()
        #expect(try connections() == 0)
    }

    @Test func closingWaitsForPendingReadsAndRefusesNewOnes() async throws {
        try await fill()
        let database = try ProfileDatabase(path: path)
        let access = database.access
        let gate = DispatchSemaphore(value: 0)
        // There are more reads than readers, so some have not begun when the database is closed.
        let reads = (0..<6).map { _ in
            Task {
                try await access.readAside { db in
                    gate.wait()
                    return try MessageReader(db: db).latestWindow(chatID: Story.chatID, limit: 9).messages.count
                }
            }
        }
        while access.use.underWay < reads.count { try await Task.sleep(for: .milliseconds(1)) }
        let closing = Task {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    database.close()
                    continuation.resume()
                }
            }
        }
        while !access.use.isClosed { try await Task.sleep(for: .milliseconds(1)) }
        for _ in reads { gate.signal() }
        for read in reads { #expect(try await read.value == 9) }
        await closing.value
        await #expect(throws: StorageError.self) { try await database.chats.allAside() }
        await #expect(throws: StorageError.self) { try await database.drafts.set(chatID: "!a", text: "late") }
        database.close()
    }

    @Test func closeWaitsForRunningOperations() async throws {
        let use = DatabaseUse()
        let order = Mutex<[String]>([])
        try use.begin()
        let closing = Task {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    let isFirst = use.close()
                    order.withLock { $0.append(isFirst ? "closed" : "closed again") }
                    continuation.resume()
                }
            }
        }
        while !use.isClosed { try await Task.sleep(for: .milliseconds(1)) }
        // Leaves time for a close that doesn't wait to finish first.
        try await Task.sleep(for: .milliseconds(100))
        #expect(throws: StorageError.self) { try use.begin() }
        order.withLock { $0.append("answered") }
        use.end()
        await closing.value
        #expect(order.withLock { $0 } == ["answered", "closed"])
        #expect(!use.close())
    }
}
