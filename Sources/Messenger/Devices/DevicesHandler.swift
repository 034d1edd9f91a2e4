import ViewModels

/// Shows the list of the account's devices.
@MainActor
final class DevicesHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.state.navigation.screen == .devices else { return }
        parts.events.devices.raise { [parts] in
            DevicesViewModelBuilder(
                content: DevicesContent(parts.state, time: parts.time), queue: parts.queue
            ).build()
        }
    }
}
