import MatrixAPI
import Testing

@testable import MatrixCrypto

/// Tests which of several devices takes part in a verification.
@Suite(.timeLimit(.minutes(5))) struct VerificationDevicesTests {
    private let now = VerificationPair.now
    private let phone: Household
    private let laptop: Household
    private let tablet: Household

    init() throws {
        phone = try Household("@ana:x", "PHONE")
        laptop = try Household("@ana:x", "LAPTOP")
        tablet = try Household("@ana:x", "TABLET")
    }

    private var others: VerifyingPerson {
        get throws {
            try VerifyingPerson(
                userID: "@ana:x", devices: [laptop, tablet, phone].map(\.device), identity: laptop.identity,
                without: phone.address)
        }
    }

    private func asked(_ request: VerificationMessage, _ device: Household) throws -> VerificationMachine {
        try VerificationMachine(
            VerificationRequest(sender: "@ana:x", content: request.content), own: device.verifying,
            other: phone.person, at: now)
    }

    private func hear(
        _ machine: inout VerificationMachine, _ messages: [VerificationMessage]
    ) throws -> [VerificationMessage] {
        try messages.flatMap { machine.receive(try VerificationPair.event($0, by: "@ana:x"), at: now) }
    }

    @Test func acceptingDeviceIsUsedAndTheOthersAreCancelled() throws {
        var (ana, messages) = try VerificationMachine.request(by: phone.verifying, to: others, at: now)
        #expect(messages[0].devices == [laptop.address, tablet.address])
        var (first, second) = (try asked(messages[0], laptop), try asked(messages[0], tablet))
        var answers = first.decide(.accept, at: now)
        let told = try hear(&ana, [answers.removeFirst()])
        #expect(told.map(\.devices) == [[tablet.address]] && ana.partner == laptop.address)
        #expect(try hear(&second, told).isEmpty && second.state == .cancelled(.accepted, isOurs: false))
        #expect(try hear(&ana, answers).map(\.type) == [.accept])
    }

    @Test func firstOfTwoAnsweringDevicesIsUsed() throws {
        var (ana, messages) = try VerificationMachine.request(by: phone.verifying, to: others, at: now)
        var (first, second) = (try asked(messages[0], laptop), try asked(messages[0], tablet))
        let (ones, twos) = (first.decide(.accept, at: now), second.decide(.accept, at: now))
        let told = try hear(&ana, [ones[0]])
        #expect(try hear(&ana, twos).isEmpty && ana.partner == laptop.address)
        #expect(try hear(&second, told).isEmpty && second.state == .cancelled(.accepted, isOurs: false))
        #expect(try hear(&first, hear(&ana, [ones[1]])).map(\.type) == [.key])
        #expect(first.state == .exchangingKeys)
    }

    @Test func decliningDeviceCancelsForAllDevices() throws {
        var (ana, messages) = try VerificationMachine.request(by: phone.verifying, to: others, at: now)
        var first = try asked(messages[0], laptop)
        let told = try hear(&ana, first.decide(.cancel, at: now))
        #expect(told.map(\.devices) == [[laptop.address, tablet.address]])
        #expect(told.first?.content["code"] == "m.user" && ana.state == .cancelled(.user, isOurs: false))
        // The device that declined receives the cancellation too, and sends nothing.
        #expect(try hear(&first, told).isEmpty)
    }

    /// The new device doesn't know the master key until the other device sends it.
    @Test func newDeviceLearnsTheMasterKeyDuringVerification() throws {
        let master = try laptop.identity.master.publicKey
        let own = VerifyingDevice(address: phone.address, signingKey: phone.device.signingKey, masterKey: nil)
        var (new, messages) = try VerificationMachine.request(
            by: own,
            to: VerifyingPerson(
                userID: "@ana:x", devices: ["LAPTOP": laptop.device.signingKey], masterKey: master), at: now)
        var old = try VerificationMachine(
            VerificationRequest(sender: "@ana:x", content: messages[0].content), own: laptop.verifying,
            other: VerifyingPerson(userID: "@ana:x", devices: ["PHONE": phone.device.signingKey], masterKey: master),
            at: now)
        messages = old.decide(.accept, at: now)
        while !messages.isEmpty {
            messages = try hear(&new, messages)
            messages = try hear(&old, messages)
        }
        messages = new.decide(.match, at: now)
        messages = try old.decide(.match, at: now) + hear(&old, messages)
        messages = try hear(&old, hear(&new, messages))
        #expect(messages.isEmpty)
        #expect(
            new.state
                == .done(
                    VerifiedKeys(device: laptop.address, signingKey: laptop.device.signingKey, masterKey: master)))
        #expect(
            old.state
                == .done(
                    VerifiedKeys(device: phone.address, signingKey: phone.device.signingKey, masterKey: nil)))
    }

    @Test func ownDevicesInARoomSeeWhichOneAnswered() throws {
        var pair = try VerificationPair()
        let desk = try Household("@bo:x", "DESK")
        let other = pair.bo
        var here = try VerificationMachine(
            VerificationRequest(
                sender: "@ana:x",
                content: VerificationRequest.roomContent(from: pair.anas.address, to: "@bo:x", body: "tea?"),
                eventID: "$ask", time: now, to: "@bo:x"), own: desk.verifying, other: pair.anas.person, at: now)
        let waiting = here
        pair.decide(.accept, byAna: false)
        let events = try pair.fromBo.map { try VerificationPair.event($0, by: "@bo:x") }
        // This device had not answered.
        #expect(here.receive(events[0], at: now).isEmpty && here.state == .cancelled(.accepted, isOurs: false))
        // This device had answered, but later in the room.
        here = waiting
        let late = try here.decide(.accept, at: now).map { try VerificationPair.event($0, by: "@bo:x") }
        #expect(here.receive(events[0], at: now).isEmpty && here.state == .cancelled(.accepted, isOurs: false))
        // The device that answered first continues.
        for event in events + late { #expect(pair.bo.receive(event, at: now).isEmpty) }
        #expect(pair.bo.state == .exchangingKeys)
        // The request was declined on another device.
        here = other
        let cancel = VerificationMessage.cancel(here.transaction, .user, devices: nil)
        #expect(here.receive(try VerificationPair.event(cancel, by: "@bo:x"), at: now).isEmpty)
        #expect(here.state == .cancelled(.user, isOurs: true))
    }

    @Test func ownEchoesAreIgnored() throws {
        var (ana, messages) = try VerificationMachine.request(by: phone.verifying, to: others, at: now)
        #expect(try hear(&ana, messages).isEmpty && ana.state == .waitingForAnswer)
        let echo = VerificationMessage(
            type: .ready,
            content: ana.transaction.marked(["from_device": "PHONE", "methods": ["m.sas.v1"]]), devices: nil)
        #expect(try hear(&ana, [echo]).isEmpty && ana.state == .waitingForAnswer)
    }

    @Test func unknownDeviceMustBeFetchedFirst() throws {
        var one = try VerifyingPerson(userID: "@ana:x", devices: ["LAPTOP": laptop.device.signingKey], masterKey: nil)
        var (ana, messages) = try VerificationMachine.request(by: phone.verifying, to: one, at: now)
        var second = try asked(messages[0], tablet)
        let ready = [second.decide(.accept, at: now)[0]]
        var ignorant = ana
        #expect(try hear(&ignorant, ready).map(\.type) == [.cancel])
        #expect(ignorant.state == .cancelled(.keyMismatch, isOurs: true))
        // Known keys stay, and this device is not among the others.
        let stranger = Ed25519SecretKey().publicKey
        try ana.learn(["TABLET": tablet.device.signingKey, "LAPTOP": stranger, "PHONE": stranger])
        #expect(ana.other.devices == ["LAPTOP": laptop.device.signingKey, "TABLET": tablet.device.signingKey])
        _ = try hear(&ana, ready)
        #expect(ana.partner == tablet.address && ana.state == .ready)
        try ana.learn(["DESK": stranger])
        #expect(ana.other.devices.count == 2)
        one = try VerifyingPerson(userID: "@ana:x", devices: [:], masterKey: nil)
        #expect(throws: CryptoError.unknownDevice) {
            try VerificationMachine.request(by: phone.verifying, to: one, at: now)
        }
        let request = try VerificationRequest(sender: "@ana:x", content: messages[0].content)
        #expect(throws: CryptoError.unknownDevice) {
            try VerificationMachine(request, own: tablet.verifying, other: one, at: now)
        }
    }

    @Test func deviceNamedLikeAKeyIsNotVerified() throws {
        let name = try laptop.identity.master.name
        #expect(throws: CryptoError.ambiguousName) {
            try VerifyingPerson(
                userID: "@ana:x", devices: [name: laptop.device.signingKey], masterKey: laptop.identity.master.publicKey
            )
        }
        let named = try Household("@ana:x", laptop.identity.selfSigning.name)
        #expect(throws: CryptoError.ambiguousName) {
            try VerifyingPerson(
                userID: "@ana:x", devices: [named.device], identity: laptop.identity, without: phone.address)
        }
        let own = VerifyingDevice(
            address: DeviceAddress(userID: "@ana:x", deviceID: name), signingKey: phone.device.signingKey,
            masterKey: try laptop.identity.master.publicKey)
        #expect(throws: CryptoError.ambiguousName) {
            try VerificationMachine.request(by: own, to: others, at: now)
        }
    }

    @Test func thisDeviceAndOwnDevicesInARoomCannotBeVerified() throws {
        #expect(throws: CryptoError.otherDevice) {
            try VerificationMachine.request(by: laptop.verifying, to: others, at: now)
        }
        #expect(throws: CryptoError.otherPerson) {
            try VerificationMachine(roomRequest: "$ask", by: phone.verifying, to: others, at: now)
        }
    }
}
