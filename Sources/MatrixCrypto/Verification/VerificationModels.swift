package import MatrixAPI

/// The short authentication string, in each form that both sides support (client-server API, "SAS method: `emoji`"
/// and "SAS method: `decimal`").
package struct ComparedString: Hashable, Sendable {
    enum Form: String, CaseIterable, Sendable {
        case decimal
        case emoji
    }

    /// Seven numbers from 0 to 63 that identify the emoji.
    package let emojiNumbers: [Int]?
    package let decimals: [Int]?

    init(_ agreed: AgreedShortAuthentication, forms: [Form]) {
        emojiNumbers = forms.contains(.emoji) ? agreed.emojiNumbers : nil
        decimals = forms.contains(.decimal) ? agreed.decimals : nil
    }

    package var emoji: [String]? { emojiNumbers?.map { VerificationEmoji.all[$0] } }
}

/// A message of a verification as received.
package struct ReceivedVerificationMessage: Hashable, Sendable {
    package let sender: String
    package let type: VerificationType
    package let content: JSONValue

    /// - Returns: `nil` if it is of another type.
    package init?(sender: String, type: String, content: JSONValue) {
        guard let type = VerificationType(rawValue: type) else { return nil }
        self.sender = sender
        self.type = type
        self.content = content
    }

    /// The sending device, in message types that name it.
    var deviceID: String? { content["from_device"]?.string }
}

/// A decision of the user in a verification.
package enum VerificationChoice: CaseIterable, Sendable {
    /// Accepts the request of the other side.
    case accept
    case match
    case mismatch
    /// Cancels at any time, or declines a request.
    case cancel
}

/// The emoji that two people compare (client-server API, "SAS method: `emoji`"). Their names are in the string
/// catalog.
enum VerificationEmoji {
    /// The emoji by their numbers, 0 to 63.
    static let all = [
        "🐶", "🐱", "🦁", "🐎", "🦄", "🐷", "🐘", "🐰",
        "🐼", "🐓", "🐧", "🐢", "🐟", "🐙", "🦋", "🌷",
        "🌳", "🌵", "🍄", "🌏", "🌙", "☁️", "🔥", "🍌",
        "🍎", "🍓", "🌽", "🍕", "🎂", "❤️", "😀", "🤖",
        "🎩", "👓", "🔧", "🎅", "👍", "☂️", "⌛", "⏰",
        "🎁", "💡", "📕", "✏️", "📎", "✂️", "🔒", "🔑",
        "🔨", "☎️", "🏁", "🚂", "🚲", "✈️", "🚀", "🏆",
        "⚽", "🎸", "🎺", "🔔", "⚓", "🎧", "📁", "📌",
    ]
}

/// A message to send in a verification.
package struct VerificationMessage: Hashable, Sendable {
    package let type: VerificationType
    package let content: JSONValue
    /// The recipients, which all get the same content; `nil` if it is sent to the room.
    package let devices: [DeviceAddress]?

    /// Cancels a verification, or answers a message of an unknown one with ``VerificationCode/unknownTransaction``.
    /// Clients show their own text for the code. The reason is required, so it repeats the code.
    package static func cancel(
        _ transaction: VerificationTransaction, _ code: VerificationCode, devices: [DeviceAddress]?
    ) -> VerificationMessage {
        let content: JSONValue = ["code": .string(code.text), "reason": .string(code.text)]
        return VerificationMessage(type: .cancel, content: transaction.marked(content), devices: devices)
    }
}

/// The visible state of a verification.
package enum VerificationState: Hashable, Sendable {
    /// The other side sent a request, and waits for our response.
    ///
    /// - Parameter isPossible: whether the sides have a method in common. Otherwise the request can only be declined,
    ///   or accepted on another device.
    case asked(by: DeviceAddress, isPossible: Bool)
    /// We sent a request.
    case waitingForAnswer
    /// Both sides accepted. The other side starts, or this one in a moment.
    case ready
    case exchangingKeys
    case comparing(ComparedString)
    /// Our user confirmed the strings; the other side has not yet.
    case waitingForOther
    case done(VerifiedKeys)
    /// - Parameter isOurs: whether this side ended it.
    case cancelled(VerificationCode, isOurs: Bool)

    /// Whether the other side waits for this one, or is about to. Leaving then requires a cancellation.
    package var isGoingOn: Bool {
        switch self {
        case .waitingForAnswer, .ready, .exchangingKeys, .comparing, .waitingForOther: true
        case .asked, .done, .cancelled: false
        }
    }

    package var isOver: Bool {
        switch self {
        case .done, .cancelled: true
        case .asked, .waitingForAnswer, .ready, .exchangingKeys, .comparing, .waitingForOther: false
        }
    }
}

/// The event types of a verification (client-server API, "Key verification framework" and "Verification messages
/// specific to SAS"). In a room the request is a message with this `msgtype`.
package enum VerificationType: String, CaseIterable, Sendable {
    case request = "m.key.verification.request"
    case ready = "m.key.verification.ready"
    case start = "m.key.verification.start"
    case accept = "m.key.verification.accept"
    case key = "m.key.verification.key"
    case mac = "m.key.verification.mac"
    case done = "m.key.verification.done"
    case cancel = "m.key.verification.cancel"
}

/// The result of a verification: the verified keys of the other side.
package struct VerifiedKeys: Hashable, Sendable {
    package let device: DeviceAddress
    /// The device's own key.
    package let signingKey: Ed25519PublicKey?
    package let masterKey: Ed25519PublicKey?
}

/// This device in a verification, and the keys that it vouches for.
package struct VerifyingDevice: Hashable, Sendable {
    package let address: DeviceAddress
    let signingKey: Ed25519PublicKey
    let masterKey: Ed25519PublicKey?

    /// - Parameter masterKey: the account's master key, if this device trusts it because it created it, has its
    ///   secret half or verified it.
    package init(address: DeviceAddress, signingKey: Ed25519PublicKey, masterKey: Ed25519PublicKey?) {
        self.address = address
        self.signingKey = signingKey
        self.masterKey = masterKey
    }

    /// The keys in Base64 by their identifiers.
    var keys: [String: String] {
        var keys = [SignedObject.algorithm + address.deviceID: signingKey.base64]
        if let masterKey { keys[SignedObject.algorithm + masterKey.base64] = masterKey.base64 }
        return keys
    }
}
