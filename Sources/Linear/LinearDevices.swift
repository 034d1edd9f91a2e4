import ViewModels

/// Reads where the account is logged in once that is known, and goes back to the chat: the numbers stay.
@MainActor
final class LinearDevices {
    private let voice: Voice
    private var model: DevicesViewModel?
    private var isNew = false
    /// Whether the list is what a screen would show.
    var isOpen = false
    /// Those that were read last.
    private var devices: [DeviceViewModel] = []
    private var isBusy = false
    /// Told once they were read.
    var wasRead: () -> Void = {}

    init(_ devices: Event<DevicesViewModel>, voice: Voice) {
        self.voice = voice
        devices.subscribe(self) { reader, model in (reader.model, reader.isNew) = (model, true) }
    }

    func begin() { (isNew, isBusy) = (false, false) }

    func present() {
        guard isOpen, isNew, let model else { return }
        isNew = false
        if model.shouldShowBusy {
            if !isBusy { voice.say(model.busyText) }
            return isBusy = true
        }
        devices = model.devices
        if model.shouldShowError {
            voice.say(model.errorText.sentence)
        } else if devices.isEmpty {
            voice.say(model.emptyText.sentence)
        } else {
            voice.say(.words("linear.devices", count: devices.count))
            for (place, device) in devices.enumerated() {
                voice.say(.words("linear.numbered", ["number": "\(place + 1)", "text": Self.text(of: device)]))
            }
            voice.say(.words("linear.verify-device"))
        }
        wasRead()
        model.back()
    }

    /// Compares emoji with one.
    ///
    /// - Returns: whether that was begun.
    func compare(_ number: Int) -> Bool {
        guard devices.indices.contains(number &- 1) else {
            voice.say(.words("linear.no-such-device", ["number": "\(number)"]))
            return false
        }
        guard let reason = devices[number - 1].compare() else { return true }
        voice.say(reason.sentence)
        return false
    }

    private static func text(of device: DeviceViewModel) -> String {
        [device.name, device.name == device.id ? .empty : device.id, device.state, device.lastSeen, device.place]
            .filter { !$0.isEmpty }.map(\.string).joined(separator: ", ")
    }
}
