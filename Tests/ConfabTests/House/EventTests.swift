import Testing

@Suite(.timeLimit(.minutes(5))) struct EventTests {
    @Test func everyEventHasOneRouterInTheSession() throws {
        let files = try Repository.swiftFiles(of: "Engine") + Repository.swiftFiles(of: "Messenger")
        let events = files.flatMap { file in
            file.code.compactMap { $0.text.firstMatch(of: #/enum (\w+): RoutedEvent\b/#).map { String($0.1) } }
        }
        #expect(events.count > 15)
        let list = try #require(files.first { $0.path.hasSuffix("Routers/SubjectRouter.swift") })
        for event in events {
            let routers = files.filter { file in
                file.code.contains { $0.text.contains("func route(_ event: \(event))") }
            }
            #expect(routers.count == 1, "\(event) is taken by \(routers.map(\.path))")
            #expect(list.code.contains { $0.text.contains(" \(event)Router.self,") }, "\(event)")
        }
    }
}
