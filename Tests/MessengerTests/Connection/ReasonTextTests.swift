import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests the texts of errors below the messenger.
@Suite(.timeLimit(.minutes(5))) struct ReasonTextTests {
    private static let errors: [MatrixClientError] = [
        .unreachable(.timedOut), .unreachable(.certificate(.expired)), .notMatrix(status: 200), .notMatrix(status: 502),
        .insecure(address: "http://example.org"), .badAddress("x y"), .cancelled, .wrongPassword,
        .proofNeeded(ProofChallenge(takesPassword: true, stage: nil, page: nil, session: nil)),
        .proofNeeded(ProofChallenge(takesPassword: false, stage: "m.login.sso", page: "https://a", session: "s")),
        .proofNeeded(ProofChallenge(takesPassword: false, stage: "m.login.sso", page: nil, session: nil)),
        .loggedOut(isSoft: false), .registrationNeeds(stages: ["m.login.recaptcha"]), .notKept,
        .matrix(MatrixError(.userInUse, ""), status: 400, retryAfterMilliseconds: nil),
    ]

    @Test(arguments: errors) func everyErrorMessageIsOneReadableLine(error: MatrixClientError) {
        for text in [error.message, error.cause] {
            #expect(!text.isEmpty)
            #expect(!text.contains("\n"))
            #expect(!text.contains("{") && !text.contains("MatrixClientError"))
        }
    }

    @Test func errorCauseOmitsAdvice() {
        let refused = MatrixClientError.unreachable(.refused)
        #expect(refused.cause == "nothing answers at this address")
        #expect(
            refused.message
                == "The server can't be reached: nothing answers at this address. Is the server running?")
        #expect(MatrixClientError.unreachable(.failed(detail: "E")).message.hasSuffix("the connection failed (E)"))
        #expect(MatrixClientError.unreachable(.failedByNumber(5)).message.hasSuffix("the connection failed (error 5)"))
        let pause = MatrixError(.limitExceeded, "slow")
        #expect(
            MatrixClientError.matrix(pause, status: 429, retryAfterMilliseconds: nil).cause
                == "The server asks for a pause")
        #expect(MatrixClientError.notMatrix(status: 500).cause == "The server has trouble")
    }

    /// The error pages of proxies, which don't mention Matrix.
    @Test(arguments: [
        (401, "A proxy on the way wants a login (status 401). Log in to the network"),
        (403, "A proxy or firewall in front of the server refused this (status 403). Ask who runs"),
        (407, "A proxy on the way wants a login (status 407). Log in to the network"),
        (413, "This is too large for the server (status 413). Shorten the message or send a smaller file"),
        (429, "The server asks for a pause"), (500, "The server has trouble (status 500). Try again later"),
        (502, "The proxy in front of the server can't reach it (status 502). Try again later"),
        (503, "The server is overloaded or being maintained (status 503). Try again later"),
        (504, "The proxy in front of the server can't reach it (status 504). Try again later"),
        (511, "The answer (status 511) is not from a Matrix server. Does this network want a login in a browser"),
        (200, "The answer (status 200) is not from a Matrix server. Does this network want a login in a browser"),
    ])
    func proxyErrorExplainsStatusAndAdvice(status: Int, words: String) {
        let error = MatrixClientError.notMatrix(status: status)
        #expect(error.message.hasPrefix(words))
        let isPortal = words.contains("in a browser")
        #expect((error.cause == "a login page or a proxy answers in its place") == isPortal)
        #expect(OutboxLineFailureReason.notMatrix(status: status).text == error.message)
    }

    @Test func tooLargeErrorSuggestsSmallerFile() {
        let error = MatrixError(.tooLarge, "1 MB at most")
        #expect(
            MatrixClientError.matrix(error, status: 413, retryAfterMilliseconds: nil).message
                == "This is too large for the server (1 MB at most). Shorten the message, or send a smaller file")
    }

    @Test func consentPageAndAdminContactAreNamed() {
        let page = "https://example.org/consent?u=ana"
        let consent = MatrixClientError.matrix(
            MatrixError(.consentNotGiven, "consent", details: ["consent_uri": .string(page)]), status: 403,
            retryAfterMilliseconds: nil)
        let words = "The server wants you to accept its terms first. Open \(page) in a browser, then try again"
        #expect(consent.message == words)
        guard case .refused(let refusal) = consent.outcome else {
            Issue.record("\(consent.outcome)")
            return
        }
        #expect(refusal.text == words && refusal.page?.text == page)
        let limit = MatrixClientError.matrix(
            MatrixError(
                .resourceLimitExceeded, "too many people", details: ["admin_contact": "mailto:admin@example.org"]),
            status: 403, retryAfterMilliseconds: nil)
        #expect(
            limit.message
                == "The server has reached a limit (too many people). Contact who runs it: mailto:admin@example.org")
        guard case .refused(let second) = limit.outcome else {
            Issue.record("\(limit.outcome)")
            return
        }
        #expect(second.text == limit.message && second.page == nil)
        let onPage = MatrixClientError.matrix(
            MatrixError(.resourceLimitExceeded, "too many people", details: ["admin_contact": .string(page)]),
            status: 403, retryAfterMilliseconds: nil)
        guard case .refused(let third) = onPage.outcome else {
            Issue.record("\(onPage.outcome)")
            return
        }
        #expect(third.text == onPage.message && third.page?.text == page)
    }

    @Test(arguments: [JSONValue.null, "", 7, .string(String(repeating: "x", count: 2_049))])
    func invalidConsentPageIsIgnored(page: JSONValue) {
        let error = MatrixError(.consentNotGiven, "consent", details: ["consent_uri": page])
        #expect(
            MatrixClientError.matrix(error, status: 403, retryAfterMilliseconds: nil).message
                == "The server refused (consent)")
    }

    @Test func registrationErrorNamesMissingStages() {
        let message = MatrixClientError.registrationNeeds(stages: ["m.login.recaptcha", "org.example.tea"]).message
        #expect(message.contains("(a captcha, org.example.tea)"))
        #expect(message.contains("Register in a browser"))
    }

    @Test func loginErrorNamesCauseAndAdvice() {
        let lost = LoginError.addressNeeded(server: "example.org", .unnamed).message
        #expect(lost.contains("example.org was not found: its site does not name it. Give its address"))
        #expect(LoginError.noWayIn(LoginFlows(types: ["org.example.riddle"])).message.contains("org.example.riddle"))
        #expect(LoginError.noWayIn(LoginFlows(types: [])).message.contains("OAuth"))
        #expect(LoginError.noWayIn(LoginFlows(types: ["m.login.sso"])).message.contains("single sign-on"))
    }

    /// A single request is not retried automatically.
    @Test func singleRequestErrorPromisesNoRetry() {
        for (code, status) in [(MatrixError.Code.limitExceeded, 429), (.unknown, 500)] {
            let error = MatrixClientError.matrix(MatrixError(code, "x"), status: status, retryAfterMilliseconds: nil)
            #expect(!error.message.contains("Confab tries"))
        }
    }

    @Test func disabledRoomPreviewIsExplained() {
        let said = MatrixError(.forbidden, "User @ana:x not in room !y:x, and room previews are disabled")
        let error = MatrixClientError.matrix(said, status: 403, retryAfterMilliseconds: nil)
        #expect(error.message == "Only who is in this chat may read it")
    }

    @Test func loginPauseUsesSuitableUnit() {
        func pause(_ milliseconds: Int64) -> String { LoginError.pauseNeeded(milliseconds: milliseconds).message }
        #expect(pause(90_000).contains("for 90 seconds."))
        #expect(pause(331_000).contains("for 6 minutes."))
        #expect(pause(10_000_000).contains("for 3 hours."))
    }

    @Test func storageErrorGivesAdvice() {
        let errors: [StorageError] = [
            .newerVersion, .olderVersion, .corrupt("page 3"), .diskFull, .readOnly, .other("busy"),
        ]
        for error in errors {
            #expect(error.message.contains(": ") && !error.message.contains("\n"))
        }
        #expect(StorageError.corrupt("page 3").message.contains("(page 3)"))
        #expect(FailureReason(storing: CancellationError()).text == "the database doesn't answer (CancellationError())")
    }
}
