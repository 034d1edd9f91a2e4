import Conversations
import MatrixAPI

/// The slices of several batches in groups that are worth a commit each, made when they are asked for.
struct SyncSliceGroups: Sequence, IteratorProtocol {
    /// Whether what was made so far tells of people.
    private(set) var hasContacts = false
    private var responses: ArraySlice<SyncResponse>
    private let translator: SyncTranslator
    private let opened: OpenedEvents
    private let now: Int64
    private var slices: SyncSlices?
    /// Begins the next group.
    private var left: SyncSlice?

    init(of responses: [SyncResponse], _ opened: OpenedEvents, by translator: SyncTranslator, now: Int64) {
        self.responses = responses[...]
        (self.translator, self.opened, self.now) = (translator, opened, now)
    }

    mutating func next() -> [SyncSlice]? {
        var group: [SyncSlice] = []
        var weight = 0
        while let slice = nextSlice() {
            // New messages of a chat are told as one run, so that one with a gap before it begins anew.
            if !group.isEmpty, slice.leavesGap || weight + slice.weight > SyncTranslator.sliceSize {
                left = slice
                return group
            }
            hasContacts = hasContacts || !slice.contacts.isEmpty || slice.directChats != nil
            group.append(slice)
            weight += slice.weight
            // Half a slice is worth a commit: the next one would be made before it.
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
