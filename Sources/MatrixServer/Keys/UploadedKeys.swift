import MatrixAPI

/// The uploaded keys of a device, checked against its identity (client-server API, `POST keys/upload`).
struct UploadedKeys: Sendable {
    /// The maximum number of keys of either kind in a request. It bounds the keys that a device stores at once.
    private static let most = 1_000
    /// The maximum in bytes. A signed key has 250.
    private static let largestKey = 4_096
    private static let longestName = 255

    let deviceKeys: JSONValue?
    let oneTimeKeys: [(name: KeyName, key: JSONValue)]
    let fallbackKeys: [(name: KeyName, key: JSONValue)]

    init(_ body: JSONValue, of device: Caller) throws(EndpointError) {
        deviceKeys = try body["device_keys"].map { keys throws(EndpointError) in try UploadedKeys.checked(keys, device)
        }
        oneTimeKeys = try UploadedKeys.named(body["one_time_keys"], "one_time_keys")
        fallbackKeys = try UploadedKeys.named(body["fallback_keys"], "fallback_keys")
    }

    var isWithoutKeysToGive: Bool { oneTimeKeys.isEmpty && fallbackKeys.isEmpty }

    private static func checked(_ keys: JSONValue, _ device: Caller) throws(EndpointError) -> JSONValue {
        guard keys["user_id"]?.string == device.userID, keys["device_id"]?.string == device.deviceID else {
            throw EndpointError.invalid("device_keys are those of another device")
        }
        guard keys["keys"]?.isObject == true, keys["algorithms"]?.array != nil, keys["signatures"]?.isObject == true
        else {
            throw EndpointError.badJSON("device_keys have to have algorithms, keys and signatures")
        }
        guard keys.serialized.count <= largestKey * 4 else { throw EndpointError.tooLarge("device_keys are too large") }
        var kept = keys
        // The server adds this member itself.
        kept["unsigned"] = nil
        return kept
    }

    private static func named(
        _ keys: JSONValue?, _ member: String
    ) throws(EndpointError) -> [(name: KeyName, key: JSONValue)] {
        guard let keys, keys != .null else { return [] }
        guard let keys = keys.object else { throw EndpointError.badJSON("\(member) must be an object") }
        guard keys.count <= most else { throw EndpointError.tooLarge("\(member) are too many") }
        var named: [(name: KeyName, key: JSONValue)] = []
        // The keys are in the order of their names, in which clients number them.
        for (text, key) in keys.sorted(by: { $0.key < $1.key }) {
            guard let name = KeyName(text), text.utf8.count <= longestName, text.isSoundIdentifier else {
                throw EndpointError.invalid("\(member) has a name without algorithm and identifier")
            }
            guard key.isObject || key.string != nil else { throw EndpointError.badJSON("\(text) is no key") }
            guard key.serialized.count <= largestKey else { throw EndpointError.tooLarge("\(text) is too large") }
            named.append((name, key))
        }
        return named
    }
}
