import Storage

/// A cache of the devices of a person that receive keys, with its inputs. The checked signatures stay valid while
/// the stored inputs are the same.
struct PersonRecipients: Sendable {
    let identity: KeptIdentity
    let kept: [KeptDevice]
    let devices: RoomKeyRecipients.Devices

    /// Compares by bytes, as signatures do.
    func isOf(_ identity: KeptIdentity, _ kept: [KeptDevice]) -> Bool {
        let texts = zip(Self.texts(self.identity), Self.texts(identity)).allSatisfy(Self.areSame)
        return texts && self.kept.count == kept.count
            && zip(self.kept, kept).allSatisfy { zip(Self.texts($0), Self.texts($1)).allSatisfy(Self.areSame) }
    }

    private static func texts(_ identity: KeptIdentity) -> [String?] {
        [identity.userID, identity.keys, identity.masterKey, identity.seenKey, identity.verifiedKey]
    }

    private static func texts(_ device: KeptDevice) -> [String?] {
        [device.userID, device.deviceID, device.identityKey, device.keys, device.verifiedKey]
    }

    private static func areSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.utf8.elementsEqual(other.utf8)
    }
}
