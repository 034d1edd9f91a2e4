/// Who gets the keys of the chat that was written to last.
struct KnownRecipients: Sendable {
    let people: [PersonRecipients]
    /// All of theirs.
    let devices: RoomKeyRecipients.Devices
    /// As ``EncryptionEndpoint/devicesNumber`` was before they were looked at: while it is the same, nobody is looked at again.
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
