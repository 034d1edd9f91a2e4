import Engine
import Messenger
import ViewModels

/// Builds the screen for sharing the server: its state and the available actions.
struct ShareStepBuilder: Equatable {
    let standing: ServerSharing.Status
    let number: Int
    let isBusy: Bool
    /// The error as one line.
    let problem: String?
    let queue: EventQueue

    func build() -> StepViewModel {
        StepViewModel(
            number: number, title: title, text: text, secret: line, ways: isBusy ? [] : ways,
            field: isBusy ? nil : field, openField: nil, shouldShowBusy: isBusy, busyText: busyText,
            shouldShowError: problem != nil, errorText: DisplayText(sanitizing: problem ?? ""),
            backLabel: .words("back.back"), back: { [queue] in queue.post(ShareEvent.left) })
    }

    private var title: DisplayText {
        switch standing {
        case .shared: .words("share.shared-title")
        case .unknown, .alone: .words("share.title")
        }
    }

    private var text: DisplayText {
        switch standing {
        case .unknown: .words("share.is-unknown")
        case .alone: .words("share.how-it-is")
        case .shared(let address, _): .words("share.is-shared", ["address": address])
        }
    }

    private var line: DisplayText {
        if case .shared(_, let line) = standing { DisplayText(sanitizing: line) } else { .empty }
    }

    private var busyText: DisplayText {
        if case .shared = standing { .words("share.is-ending") } else { .words("share.is-starting") }
    }

    private var ways: [StepViewModel.Choice] {
        guard case .shared = standing else { return [] }
        return [
            StepViewModel.Choice(title: .words("share.copy-line"), copied: line) {},
            StepViewModel.Choice(title: .words("share.end")) { [queue] in queue.post(ShareEvent.ending) },
        ]
    }

    private var field: StepViewModel.Field? {
        guard case .alone(let address) = standing else { return nil }
        return StepViewModel.Field(
            label: .words("share.address"), hint: .words("share.address-hint"), text: address, isSecret: false,
            submit: .available { [queue] in queue.post(ShareEvent.sharing(address: $0)) })
    }
}

extension ShareStepBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let share = screen.state.share
        self.init(
            standing: share.standing, number: share.number, isBusy: share.isBusy, problem: share.problem?.message,
            queue: screen.queue)
    }
}
