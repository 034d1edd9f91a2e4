import MatrixAPI
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct RegistrationStagesTests {
    @Test func theDummyStageIsDoneInTheServersSession() throws {
        var stages = RegistrationStages(registrationToken: nil)
        let auth = try stages.next(["session": "x", "flows": [["stages": ["m.login.dummy"]]]])
        #expect(auth == ["type": "m.login.dummy", "session": "x"])
    }

    @Test func theStagesOfAFlowAreDoneInOrder() throws {
        let flows: JSONValue = [
            ["stages": ["m.login.recaptcha"]], ["stages": ["m.login.registration_token", "m.login.dummy"]],
        ]
        var stages = RegistrationStages(registrationToken: "seed")
        let first = try stages.next(["session": "x", "flows": flows])
        #expect(first == ["type": "m.login.registration_token", "session": "x", "token": "seed"])
        let second = try stages.next(["session": "x", "flows": flows, "completed": ["m.login.registration_token"]])
        #expect(second == ["type": "m.login.dummy", "session": "x"])
    }

    @Test func whatCanNotBeDoneIsNamed() {
        var stages = RegistrationStages(registrationToken: nil)
        #expect(
            throws: MatrixClientError.registrationNeeds(stages: ["m.login.recaptcha", "m.login.registration_token"])
        ) {
            try stages.next([
                "flows": [
                    ["stages": ["m.login.recaptcha", "m.login.dummy"]], ["stages": ["m.login.registration_token"]],
                ]
            ])
        }
    }

    @Test func aRefusedStageIsNotRepeated() throws {
        let refusal: JSONValue = [
            "errcode": "M_UNAUTHORIZED", "error": "wrong token", "flows": [["stages": ["m.login.registration_token"]]],
        ]
        var stages = RegistrationStages(registrationToken: "wrong")
        #expect(throws: MatrixClientError.self) { try stages.next(refusal) }
    }

    @Test func aServerThatAsksForTheSameStageForEverIsLeft() throws {
        var stages = RegistrationStages(registrationToken: nil)
        let answer: JSONValue = ["session": "x", "flows": [["stages": ["m.login.dummy"]]]]
        _ = try stages.next(answer)
        #expect(throws: MatrixClientError.registrationNeeds(stages: [])) { try stages.next(answer) }
    }
}
