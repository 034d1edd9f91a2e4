import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct SyncNotifierTests {
    @Test func aWaitEndsAtItsDeadline() async {
        let notifier = SyncNotifier()
        for rest in [Duration.zero, .milliseconds(1), .milliseconds(20)] {
            await notifier.wait(for: "@ana", after: 0, atMost: rest)
            #expect(notifier.waitingCount == 0)
        }
    }

    @Test func waitEndsWhenTheClientDisconnects() async throws {
        let notifier = SyncNotifier()
        let gone = ClientPresence()
        gone.markDisconnected()
        await notifier.wait(for: "@ana", after: 0, of: gone)
        let client = ClientPresence()
        async let wait: Void = notifier.wait(for: "@ana", after: 0, of: client)
        try await waitUntil("it waits") { notifier.waitingCount == 1 }
        client.markDisconnected()
        await wait
        #expect(notifier.waitingCount == 0)
    }

    @Test func waitEndsWhenItsTaskIsCancelled() async throws {
        let notifier = SyncNotifier()
        let task = Task { await notifier.wait(for: "@ana", after: 0, atMost: .seconds(3600)) }
        try await waitUntil("it waits") { notifier.waitingCount == 1 }
        task.cancel()
        await task.value
        #expect(notifier.waitingCount == 0)
    }

    @Test func notificationBeforeTheWaitEndsIt() async {
        let notifier = SyncNotifier()
        let version = notifier.version(of: "@ana")
        notifier.wake(["@ana"])
        await notifier.wait(for: "@ana", after: version)
        notifier.close()
        await notifier.wait(for: "@ana", after: .max)
        #expect(notifier.waitingCount == 0)
    }

    @Test func wakingOneUserDoesNotWakeOthers() async throws {
        let notifier = SyncNotifier()
        async let ana: Void = notifier.wait(for: "@ana", after: 0)
        async let bo: Void = notifier.wait(for: "@bo", after: 0)
        try await waitUntil("both wait") { notifier.waitingCount == 2 }
        notifier.wake(["@ana"])
        await ana
        #expect(notifier.waitingCount == 1)
        notifier.wakeAll()
        await bo
    }
}
