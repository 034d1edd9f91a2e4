import TestSupport
import TestTraits
import Testing

/// What was said is found again by whoever types a part of it.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct FindingTests {
    @Test func aLineIsFoundByItsBeginningAndShownInItsPlace() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("The gate code is **4711**")
        for number in 1...40 { try await bo.say("line \(number) of many") }
        // More than a screen that comes at once is shown from its beginning.
        ana.screen.send(.meta(">"))
        try await ana.screen.waitFor("line 40 of many")
        ana.screen.send(.control("r"))
        try await ana.screen.waitFor("Search in bo")
        ana.screen.send("cod")
        try await ana.screen.waitUntil("the line") { screen in
            screen.rows.contains { $0.contains("The gate code is 4711") }
        }
        ana.screen.send(.enter)
        try await ana.screen.waitUntil("the selection at the line") { screen in
            screen.rows.contains { $0.contains("▌") && $0.contains("The gate code") }
        }
        // Esc leads back to what was found, and from there to where one was.
        ana.screen.send(.escape)
        try await ana.screen.waitFor("› cod")
        try await ana.screen.waitFor("Search in bo")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("line 40 of many")
        try await ana.screen.waitFor("Enter send")
        // What was looked for comes back, also after the next start.
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()
        try ana.open()
        try await ana.screen.waitFor("line 40 of many")
        ana.screen.send(.control("r"))
        try await ana.screen.waitFor("searched before")
        ana.screen.send(.up)
        try await ana.screen.waitFor("› cod")
        ana.screen.send("x")
        try await ana.screen.waitFor("Nothing in bo matches: Tab searches all chats")
        ana.screen.send(.escape)
        try await ana.screen.waitUntilGone("Search in bo")
        try await ana.screen.waitFor("line 40 of many")
    }

    @Test func aSearchLooksLikeItsPictures() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.say("the gate code is 4711, the side door")
        // The newer of the two stands first.
        try await ana.screen.waitFor("side door")
        try await ana.say("the kettle is at the gate")
        try await bo.screen.waitFor("the kettle")
        try await ana.screen.waitFor("at the gate", endingIn: "read")
        ana.screen.send(.control("r"))
        try await ana.screen.waitFor("words side by side")
        try await ana.expectPictures("search-signs")
        ana.screen.send("gat")
        try await ana.screen.waitFor("ana: ")
        try await ana.screen.waitUntil("both") { screen in screen.rows.count { $0.contains("gate") } >= 2 }
        try await ana.expectPictures("search-found")
        #expect(ana.screen.unknownSequences.isEmpty)
    }
}
