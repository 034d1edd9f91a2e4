import MatrixAPI
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the list of devices, from the server's response to the actions for each device.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class DevicesTests {
    private let bench: Workbench
    private let clock = FrameClock()
    private var model: DevicesViewModel?

    init() throws {
        let clock = clock
        bench = try Workbench(clock: clock)
        bench.events.devices.subscribe(self) { owner, model in owner.model = model }
        bench.queue.open()
        post(.shown)
    }

    private func post(_ event: DevicesEvent) {
        bench.queue.post(event)
        clock.deliver()
    }

    private func device(_ id: String, name: String? = nil, seen: Int64? = nil, at address: String? = nil) throws
        -> AccountDevice
    {
        var json: JSONValue = ["device_id": .string(id)]
        json["display_name"] = name.map(JSONValue.string)
        json["last_seen_ts"] = seen.map(JSONValue.integer)
        json["last_seen_ip"] = address.map(JSONValue.string)
        return try #require(AccountDevice(json: json))
    }

    private func answer(_ password: String) {
        guard case .typed(let answer)? = model?.question?.answer else {
            Issue.record("nothing is to be typed")
            return
        }
        answer(password)
    }

    private func list() throws {
        try post(
            .loaded(
                [
                    device("B", name: "phone", seen: Story.noon - Story.day, at: "192.0.2.7\u{1B}"), device("C"),
                    device("A", name: "laptop"),
                ], trust: ["A": .verified, "B": .unverified]))
    }

    @Test func deviceListStartsWithOwnDeviceAndShowsVerification() throws {
        #expect(model?.shouldShowBusy == true && model?.devices.isEmpty == true)
        try list()
        #expect(model?.shouldShowBusy == false)
        #expect(model?.title == "Where you are logged in (3 devices)")
        #expect(model?.devices.map(\.name.string) == ["laptop", "phone", "C"])
        #expect(model?.devices.map(\.state.string) == ["this device, verified", "not verified", ""])
        #expect(model?.devices[1].lastSeen.string.hasPrefix("last seen Yesterday") == true)
        #expect(model?.devices[1].place.string.contains("\u{1B}") == false)
        #expect(model?.devices[2].lastSeen.isEmpty == true)
    }

    @Test func identityChangeUpdatesVerificationStates() async throws {
        try list()
        #expect(model?.devices.map(\.state.string) == ["this device, verified", "not verified", ""])
        bench.queue.post(EncryptionEvent.identityChanged(.unconfirmed(VerificationOptions(isReplaced: true))))
        // No device has encryption keys here.
        while model?.devices.map(\.state.string) != ["this device", "", ""] {
            clock.deliver()
            await Task.yield()
        }
        // The list doesn't stay busy because of that.
        #expect(model?.shouldShowBusy == false)
    }

    @Test func ownDeviceCannotBeLoggedOutHere() throws {
        try list()
        #expect(model?.devices[0].logOut.reason?.string.contains("confab logout") == true)
        #expect(model?.devices[1].logOut.reason == nil)
    }

    @Test func emojiComparisonNeedsDeviceWithKeys() throws {
        try list()
        #expect(model?.devices.map { $0.compare.reason == nil } == [false, true, false])
    }

    @Test func passwordIsAskedUntilCorrect() throws {
        try list()
        model?.devices[1].logOut()
        clock.deliver()
        #expect(model?.shouldShowBusy == true)
        #expect(model?.devices[1].logOut.reason != nil)
        post(.needsProof("B", AccountProof(session: "s"), .password(isWrong: false)))
        #expect(model?.question?.number == 1)
        answer("tea")
        clock.deliver()
        #expect(model?.shouldShowBusy == true && model?.question == nil)
        post(.needsProof("B", AccountProof(session: "s"), .password(isWrong: true)))
        #expect(model?.question?.number == 2)
        #expect(model?.question?.text.string.hasPrefix("That is not your password") == true)
        answer("coffee")
        post(.done)
        #expect(model?.question == nil && model?.shouldShowBusy == true)
    }

    @Test func browserProofIsConfirmedAndLogoutContinues() throws {
        try list()
        model?.devices[1].logOut()
        post(.needsProof("B", AccountProof(session: "s"), .browser(page: "https://example.org/sso", isAgain: false)))
        #expect(model?.question?.text.string.contains("https://example.org/sso") == true)
        guard case .confirmed(let answer)? = model?.question?.answer else {
            Issue.record("nothing is to be confirmed")
            return
        }
        answer()
        clock.deliver()
        #expect(model?.shouldShowBusy == true && model?.question == nil)
    }

    @Test func failureIsShownAndCanBeRetried() throws {
        post(.failed(.notListed(.server(.unreachable(.refused)))))
        #expect(model?.shouldShowError == true && model?.shouldShowBusy == false)
        #expect(model?.reload.reason == nil)
        model?.reload()
        clock.deliver()
        #expect(model?.shouldShowError == false && model?.shouldShowBusy == true)
        try list()
        post(.failed(.needsBrowser))
        #expect(model?.errorText.string.contains("in a browser") == true)
        #expect(model?.devices.count == 3)
    }
}
