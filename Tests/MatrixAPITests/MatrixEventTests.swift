import MatrixAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct MatrixEventTests {
    @Test func emptyPageWithATokenIsNotTheEnd() throws {
        let page = try #require(MessagesPage(json: ["chunk": [], "start": "a", "end": "b"]))
        #expect(page.chunk.isEmpty)
        #expect(page.end == "b")
    }

    @Test func streamIsOfferedOnlyWhenAdvertised() {
        #expect(ServerVersions(json: ["versions": ["v1.18"]])?.hasStream == false)
        #expect(
            ServerVersions(json: ["versions": [], "unstable_features": ["im.confab.stream": true]])?.hasStream == true)
        #expect(ServerVersions(json: ["error": "no"]) == nil)
    }

    @Test func printedSessionContainsNoToken() throws {
        let session = try #require(
            Session(json: ["user_id": "@ana:h", "device_id": "D", "access_token": "secret", "refresh_token": "hidden"]))
        var dumped = ""
        dump(session, to: &dumped)
        for text in ["\(session)", String(reflecting: session), String(reflecting: [session]), dumped] {
            #expect(!text.contains("secret"))
            #expect(!text.contains("hidden"))
        }
    }

    @Test func createRoomRequestUsesTheSpecifiedFields() {
        let request = CreateRoomRequest(invites: ["@bo:h"], isDirect: true, preset: .trustedPrivateChat, topic: "Beans")
        #expect(
            request.json == [
                "invite": ["@bo:h"], "is_direct": true, "preset": "trusted_private_chat", "visibility": "private",
                "topic": "Beans",
            ])
    }

    @Test func errorKeepsTheRetryDelayAndCode() throws {
        let error = try #require(
            MatrixError(json: ["errcode": "M_LIMIT_EXCEEDED", "error": "slow", "retry_after_ms": 2000]))
        #expect(error.retryAfterMilliseconds == 2000)
        #expect(error.json["errcode"] == "M_LIMIT_EXCEEDED")
        #expect(MatrixError(json: ["error": "no code"]) == nil)
    }
}
