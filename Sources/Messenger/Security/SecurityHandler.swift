import ViewModels

/// Shows the security screen.
@MainActor
final class SecurityHandler {
    private let parts: ScreenParts
    private var shown: SecurityContent?

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.state.navigation.screen == .security else { return }
        let content = SecurityContent(parts.state)
        guard content != shown else { return }
        shown = content
        parts.events.security.raise { [queue = parts.queue] in
            SecurityViewModelBuilder(content: content, queue: queue).build()
        }
    }
}
