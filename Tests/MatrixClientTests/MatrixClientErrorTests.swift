import MatrixAPI
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct MatrixClientErrorTests {
    @Test func temporaryErrorsAreTransient() {
        let slow = MatrixError(.limitExceeded, "slow")
        let broken = MatrixError(.unknown, "broken")
        for error in [
            MatrixClientError.unreachable(.refused), .notMatrix(status: 200), .notMatrix(status: 302),
            .notMatrix(status: 502), .notMatrix(status: 404), .notMatrix(status: 429), .notMatrix(status: 401),
            .matrix(MatrixError(.missingToken, "no"), status: 401, retryAfterMilliseconds: nil),
            .matrix(slow, status: 429, retryAfterMilliseconds: nil),
            .matrix(broken, status: 500, retryAfterMilliseconds: nil),
        ] {
            #expect(error.isTransient, "\(error)")
        }
    }

    @Test func permanentErrorsAreNotTransient() {
        for error in [
            MatrixClientError.notMatrix(status: 413), .notMatrix(status: 400), .cancelled, .wrongPassword,
            .matrix(MatrixError(.forbidden, "no"), status: 403, retryAfterMilliseconds: nil),
            .matrix(MatrixError(.tooLarge, "no"), status: 413, retryAfterMilliseconds: nil), .badAddress("x"),
            .loggedOut(isSoft: true), .registrationNeeds(stages: ["m.login.recaptcha"]),
        ] {
            #expect(!error.isTransient, "\(error)")
        }
    }
}
