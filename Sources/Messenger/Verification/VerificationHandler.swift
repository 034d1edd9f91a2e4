import ViewModels

/// Shows the verification on screen.
@MainActor
final class VerificationHandler {
    private let parts: ScreenParts
    private var shown: VerificationContent?

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        let content = VerificationContent(parts.models)
        guard content != shown else { return }
        shown = content
        parts.events.verification.raise { [queue = parts.queue] in
            VerificationViewModelBuilder(content: content, queue: queue).build()
        }
    }
}
