import ViewModels

@testable import Messenger

/// What the screen would get of the models as they are.
extension Workbench {
    var openChat: ChatViewModel {
        let content = OpenChatContent(
            models, time: Story.time, drawsPictures: environment.pictures?.means() != nil)
        return ChatScreenBuilder(content: content, queue: queue).build()
    }

    var chatList: ChatListViewModel {
        ChatListViewModelBuilder(
            content: ChatListContent(models, time: Story.time), queue: queue, memo: ChatListRowMemo()
        ).build()
    }

    var chatDetails: ChatDetailsViewModel {
        ChatDetailsViewModelBuilder(content: ChatDetailsContent(models, canEncrypt: true), queue: queue).build()
    }
}
