import ViewModels

@testable import Messenger

/// The view models for the current state of the models.
extension Workbench {
    var openChat: ChatViewModel {
        let content = OpenChatContent(
            models, time: Story.time, drawsPictures: environment.pictures?.means() != nil)
        return ChatScreenBuilder(content: content, queue: queue).build()
    }

    var chatList: ChatListViewModel {
        ChatListViewModelBuilder(
            content: ChatListContent(models, time: Story.time), queue: queue, memo: ChatListRowCache()
        ).build()
    }

    var chatDetails: ChatDetailsViewModel {
        ChatDetailsViewModelBuilder(content: ChatDetailsContent(models, canEncrypt: true), queue: queue).build()
    }
}
