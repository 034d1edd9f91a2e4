import ViewModels

/// Reads the account's devices aloud as soon as they are loaded, then returns to the chat. Commands can still refer to
/// their numbers.
@MainActor
final class LinearDevices {
    private let voice: Announcer
    private var model: DevicesViewModel?
    private var isNew = false
    /// Whether the devices are the current screen.
    var isOpen = false
    /// The devices that were read aloud last, in the order of their numbers.
    private var devices: [DeviceViewModel] = []
    private var isBusy = false
    /// Called each time the list of devices, or an error instead of it, was read aloud.
    var wasRead: () -> Void = {}

    init(_ devices: Event<DevicesViewModel>, voice: Announcer) {
        self.voice = voice
        devices.subscribe(self) { reader, model in (reader.model, reader.isNew) = (model, true) }
    }

    func begin() { (isNew, isBusy) = (false, false) }

    func present() {
        guard isOpen, isNew, let model else { return }
        isNew = false
        if model.shouldShowBusy {
            if !isBusy { voice.announce(model.busyText) }
            return isBusy = true
        }
        devices = model.devices
        if model.shouldShowError {
            voice.announce(model.errorText.sentence)
        } else if devices.isEmpty {
            voice.announce(model.emptyText.sentence)
        } else {
            voice.announce(.words("linear.devices", count: devices.count))
            for (place, device) in devices.enumerated() {
                voice.announce(.words("linear.numbered", ["number": "\(place + 1)", "text": Self.text(of: device)]))
            }
            voice.announce(.words("linear.verify-device"))
        }
        wasRead()
        model.back()
    }

    /// Starts the verification of a device.
    ///
    /// - Returns: whether it was started.
    func compare(_ number: Int) -> Bool {
        guard devices.indices.contains(number &- 1) else {
            voice.announce(.words("linear.no-such-device", ["number": "\(number)"]))
            return false
        }
        guard let reason = devices[number - 1].compare() else { return true }
        voice.announce(reason.sentence)
        return false
    }

    private static func text(of device: DeviceViewModel) -> String {
        [device.name, device.name == device.id ? .empty : device.id, device.state, device.lastSeen, device.place]
            .filter { !$0.isEmpty }.map(\.string).joined(separator: ", ")
    }
}
