/// A cache of the recipients of keys in the chat of the last sent message.
struct KnownRecipients: Sendable {
    let people: [PersonRecipients]
    /// The devices of all these people.
    let devices: RoomKeyRecipients.Devices
    /// The value of ``EncryptionEndpoint/devicesNumber`` before the check. The cache is valid while that stays
    /// the same.
    let devicesNumber: Int

    init(people: [PersonRecipients], devicesNumber: Int) {
        self.people = people
        self.devicesNumber = devicesNumber
        var devices = RoomKeyRecipients.Devices()
        for person in people {
            devices.given += person.devices.given
            devices.withheld += person.devices.withheld
            devices.changedPeople += person.devices.changedPeople
        }
        self.devices = devices
    }
}
