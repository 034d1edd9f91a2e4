import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct JoinedUsersTests {
    @Test func resultReadBeforeAChangeIsNotCached() {
        var joined = JoinedUsers()
        let before = joined.generation
        joined.forget(["!r"])
        joined.put(["@ana"], for: "!r", asOf: before)
        #expect(joined["!r"] == nil)
        joined.put(["@ana", "@bo"], for: "!r", asOf: joined.generation)
        #expect(joined["!r"] == ["@ana", "@bo"])
        joined.forget(["!r"])
        #expect(joined["!r"] == nil)
    }

    @Test func memberCacheEvictsLargeRooms() {
        var joined = JoinedUsers()
        let many = (0..<30_000).map { "@\($0)" }
        joined.put(many, for: "!one", asOf: 0)
        joined.put(many, for: "!two", asOf: 0)
        #expect(joined["!one"] == nil && joined["!two"]?.count == many.count)
        joined.put(many + many, for: "!three", asOf: 0)
        #expect(joined["!three"] == nil)
    }
}
