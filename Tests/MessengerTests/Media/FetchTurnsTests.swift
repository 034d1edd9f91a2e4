import Testing

@testable import Engine

/// Tests that downloads of the same file run one after the other.
@Suite(.timeLimit(.minutes(5))) struct FetchTurnsTests {
    private let turns = FetchSerializer()

    @Test func secondFetchWaitsForFirst() async {
        #expect(await turns.begin("cat"))
        let order = Order()
        async let second: Void = {
            #expect(await turns.begin("cat"))
            await order.add("second")
            await turns.end("cat")
        }()
        #expect(await turns.begin("dog"))
        await order.add("first")
        await turns.end("cat")
        await second
        #expect(await order.names == ["first", "second"])
        #expect(await turns.begin("cat"))
    }

    @Test func canceledWaiterGetsNoTurn() async {
        #expect(await turns.begin("cat"))
        let waiting = Task { await turns.begin("cat") }
        waiting.cancel()
        #expect(await waiting.value == false)
        await turns.end("cat")
        #expect(await turns.begin("cat"))
    }

    private actor Order {
        private(set) var names: [String] = []

        func add(_ name: String) { names.append(name) }
    }
}
