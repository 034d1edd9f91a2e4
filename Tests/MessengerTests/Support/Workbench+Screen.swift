import ViewModels

@testable import Presentation

/// The view models for the current state of the models.
extension Workbench {
    var openChat: ChatViewModel {
        ChatScreenBuilder(content: OpenChatContent(state, time: Story.time), queue: queue).build()
    }

    var chatList: ChatListViewModel {
        ChatListViewModelBuilder(
            content: ChatListContent(state, time: Story.time), queue: queue, memo: ChatListRowCache()
        ).build()
    }

    var chatDetails: ChatDetailsViewModel {
        ChatDetailsViewModelBuilder(content: ChatDetailsContent(state, canEncrypt: true), queue: queue).build()
    }
}
