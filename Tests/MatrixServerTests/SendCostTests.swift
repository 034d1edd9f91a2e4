import MatrixAPI
import Testing

@testable import MatrixServer

/// Counts the cost of a send for the single writer that all sends share.
@Suite(.timeLimit(.minutes(5))) struct SendCostTests {
    @Test func sendStatementsDoNotDependOnRoomSize() async throws {
        let small = try await statements(inRoomOf: 8)
        let large = try await statements(inRoomOf: 200)
        #expect(small == large)
        #expect(small.count <= 4, "\(small.joined(separator: "\n"))")
    }

    @Test(arguments: [8, 200]) func sendInItsOwnCommitWritesFewPages(members: Int) async throws {
        let writer = try await WriterUnderTest.withRoom(of: members - 1)
        defer { writer.stop() }
        let cost = try await writer.cost { for number in 0..<20 { try await writer.say("line \(number)") } }
        #expect(cost.pages > 20)
        // A full page is split now and then.
        #expect(cost.pages <= 20 * 5 + 10)
    }

    private func statements(inRoomOf members: Int) async throws -> [String] {
        let writer = try await WriterUnderTest.withRoom(of: members - 1)
        defer { writer.stop() }
        for number in 0..<3 { try await writer.say("line \(number)") }
        return try await writer.cost { try await writer.say("counted") }.statements
    }
}
