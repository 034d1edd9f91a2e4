import Conversations
import Foundation
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct MigrationKillTests {
    @Test func killedMigrationLeavesTheOldData() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("confab.sqlite")
        let first = try ProfileDatabase(path: path)
        try await first.outbox.accept(Story.outboxLine("a"))
        first.close()
        let version = (Migration.all.last?.version ?? 0) + 1
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, version = version as Int] in
            // The migration removes the lines and then never ends on its own.
            let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
            let migration = Migration(version: version, sql: "DELETE FROM outbox; \(endless)")
            Thread.detachNewThread {
                while access("\(path).before-\(version)", F_OK) != 0 { usleep(1_000) }
                usleep(200_000)
                kill(getpid(), SIGKILL)
            }
            _ = try ProfileDatabase(path: path, migrations: Migration.all + [migration])
        }
        #expect(access("\(path).before-\(version)", F_OK) == 0)
        let second = try ProfileDatabase(path: path)
        #expect(try second.outbox.all() == [Story.outboxLine("a")])
        second.close()
        let good = Migration(version: version, sql: "CREATE TABLE later (id INTEGER)")
        let third = try ProfileDatabase(path: path, migrations: Migration.all + [good])
        #expect(try third.outbox.all().count == 1)
        third.close()
    }
}
