import Conversations
import MatrixAPI

/// The slices of several batches, lazily combined into groups that are large enough for a commit.
struct SyncSliceGroups: Sequence, IteratorProtocol {
    /// Whether any slice so far contains contacts.
    private(set) var hasContacts = false
    private var responses: ArraySlice<SyncResponse>
    private let translator: SyncTranslator
    private let opened: OpenedEvents
    private let now: Int64
    private var slices: SyncSlices?
    /// The slice that starts the next group.
    private var left: SyncSlice?

    init(of responses: [SyncResponse], _ opened: OpenedEvents, by translator: SyncTranslator, now: Int64) {
        self.responses = responses[...]
        (self.translator, self.opened, self.now) = (translator, opened, now)
    }

    mutating func next() -> [SyncSlice]? {
        var group: [SyncSlice] = []
        var weight = 0
        while let slice = nextSlice() {
            // A group reports the new messages of a chat as one run. A slice with a gap before it
            // therefore starts a new group.
            if !group.isEmpty, slice.leavesGap || weight + slice.weight > SyncTranslator.sliceSize {
                left = slice
                return group
            }
            hasContacts = hasContacts || !slice.contacts.isEmpty || slice.directChats != nil
            group.append(slice)
            weight += slice.weight
            // Half a slice is enough for a commit, as making another slice first would only delay it.
            if weight * 2 > SyncTranslator.sliceSize { return group }
        }
        return group.isEmpty ? nil : group
    }

    private mutating func nextSlice() -> SyncSlice? {
        if let left {
            self.left = nil
            return left
        }
        while true {
            if let slice = slices?.next() { return slice }
            guard let response = responses.popFirst() else { return nil }
            slices = translator.slices(of: response, opened, now: now)
        }
    }
}
