import ViewModels

/// The last view model of an event.
@MainActor
final class Seen<Model> {
    private(set) var last: Model?

    init(_ event: Event<Model>) {
        event.subscribe(self) { seen, model in seen.last = model }
    }
}
