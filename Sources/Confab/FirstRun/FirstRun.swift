import Messenger
import ViewModels

/// Connects the parts of the first-run question for a name.
@MainActor
final class FirstRun {
    private let model: FirstRunModel
    private let router: FirstRunEventRouter
    private let handler: FirstRunHandler

    /// - Parameter leave: returns to the existing accounts; `nil` if there are none, which asks for a name first.
    init(
        events: ScreenEvents, endpoint: FirstRunEndpoint, quit: @escaping () -> Void, leave: (() -> Void)? = nil,
        begin: @escaping (FirstRunBeginning) -> Void
    ) {
        model = FirstRunModel(isOneMore: leave != nil)
        handler = FirstRunHandler(model: model, events: events, quit: quit)
        router = FirstRunEventRouter(model: model, endpoint: endpoint, handler: handler, leave: leave, begin: begin)
        endpoint.answer = { [weak router] in router?.route($0) }
        handler.route = { [weak router] in router?.route($0) }
    }

    func start() { handler.changed() }

    func fail(_ reason: any Reason) { router.route(.failed(reason)) }
}
