/// A person added to a new chat.
package struct MemberViewModel {
    package let name: DisplayText
    package let remove: Action<Void>

    package init(name: DisplayText, remove: Action<Void>) {
        self.name = name
        self.remove = remove
    }
}
