import Engine
import Messenger
import ViewModels

/// Builds the line about the people who are typing.
struct TypingViewModelBuilder: Equatable {
    let userIDs: [String]
    let names: MemberNames

    func build() -> TypingViewModel {
        let names = userIDs.map(names.name)
        switch names.count {
        case 0: return TypingViewModel(text: .empty)
        case 1: return TypingViewModel(text: .words("timeline.types", ["name": names[0]]))
        case 2, 3: return TypingViewModel(text: .words("timeline.type", ["names": Naming.list(names)]))
        default: return TypingViewModel(text: .words("timeline.people-type", count: names.count))
        }
    }
}

extension TypingViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        self.init(userIDs: screen.state.timeline.typing, names: screen.state.timeline.names)
    }
}
