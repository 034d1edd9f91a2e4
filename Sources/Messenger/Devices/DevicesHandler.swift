import ViewModels

/// Shows the list of the account's devices.
@MainActor
final class DevicesHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.models.navigation.screen == .devices else { return }
        parts.events.devices.raise { [parts] in
            DevicesViewModelBuilder(
                content: DevicesContent(parts.models, time: parts.time), queue: parts.queue
            ).build()
        }
    }
}
