import MatrixAPI
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct AuthenticationStagesTests {
    private func demand(_ json: JSONValue) throws -> AuthenticationChallenge {
        try #require(AuthenticationChallenge(json: json))
    }

    @Test func dummyStageUsesTheServersSession() throws {
        var stages = AuthenticationStages.registering(by: nil)
        let auth = try stages.next(demand(["session": "x", "flows": [["stages": ["m.login.dummy"]]]]))
        #expect(auth == ["type": "m.login.dummy", "session": "x"])
    }

    @Test func flowStagesAreCompletedInOrder() throws {
        let flows: JSONValue = [
            ["stages": ["m.login.recaptcha"]], ["stages": ["m.login.registration_token", "m.login.dummy"]],
        ]
        var stages = AuthenticationStages.registering(by: "seed")
        let first = try stages.next(demand(["session": "x", "flows": flows]))
        #expect(first == ["type": "m.login.registration_token", "session": "x", "token": "seed"])
        let second = try stages.next(
            demand(["session": "x", "flows": flows, "completed": ["m.login.registration_token"]]))
        #expect(second == ["type": "m.login.dummy", "session": "x"])
    }

    @Test func unsupportedFlowIsNotStarted() throws {
        var stages = AuthenticationStages.registering(by: nil)
        let flows: JSONValue = [
            ["stages": ["m.login.dummy", "m.login.recaptcha"]], ["stages": ["m.login.registration_token"]],
        ]
        #expect(try stages.next(demand(["flows": flows])) == nil)
    }

    @Test func repeatedStageIsAttemptedOnce() throws {
        var stages = AuthenticationStages.registering(by: nil)
        let answer = try demand(["session": "x", "flows": [["stages": ["m.login.dummy"]]]])
        #expect(stages.next(answer) != nil)
        #expect(stages.next(answer) == nil)
    }

    @Test func malformedPartsOfAChallengeAreSkipped() throws {
        #expect(AuthenticationChallenge(json: ["flows": "none"]) == nil)
        #expect(AuthenticationChallenge(json: ["errcode": "M_FORBIDDEN"]) == nil)
        let flows: JSONValue = [
            7, ["stages": 7], ["stages": []], ["stages": ["m.login.dummy"]],
            ["stages": [7, "m.login.sso", "m.login.dummy"]],
        ]
        let demand = try demand(["flows": flows, "session": 7, "completed": ["m.login.dummy", 7], "params": []])
        #expect(demand.flows == [["m.login.sso"]])
        #expect(demand.session == nil && demand.error == nil)
    }
}
