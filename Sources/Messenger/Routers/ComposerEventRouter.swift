import Conversations
import Engine
import ViewModels

/// Routes all events of the composer.
@MainActor
struct ComposerEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ComposerEvent) {
        switch event {
        case .edited(let text, let place):
            edit(text, of: place)
        case .submitted(let text, let place):
            guard apply(text, of: place, isSubmitted: true) else { return }
            submit(text, of: place)
            answer(text, of: place)
        case .confirmed(let text, let place):
            guard apply(text, of: place, isSubmitted: true) else { return }
            submit(text, of: place, isConfirmed: true)
            if state.composer.isReplaced(since: place.revision) { answer(text, of: place) }
        case .purposeCancelled:
            if let left = state.composer.unsentEdit { queue.post(UndoEvent.did(left)) }
            state.composer.endPurpose()
        case .givenBack(let typed, let notice):
            returnToComposer(typed, notice)
        case .notKept(let typed, let notice):
            returnToComposer(typed, notice)
            if case .notJoined(let address, .takesKnocks) = notice { askToKnock(at: address, typed) }
        case .recalling(.older(let text), let place):
            guard apply(text, of: place) else { return }
            let unsent = state.outbox.unsentWords(chatID: place.chatID)
            if let position = state.composer.beginRecall(unsent: unsent) {
                effects.composerArchive.readOwnLines(of: state.account.userID, chatID: place.chatID, before: position)
            } else {
                recallOlder()
            }
        case .recalling(.newer(let text), let place):
            guard apply(text, of: place) else { return }
            if !state.composer.recallNewer() { state.composer.showNotice(.newestLine) }
        case .recalled(let page):
            guard page.chatID == state.composer.chatID, let walk = state.composer.recall else { return }
            // Several key presses may have requested the same page. The first response adds it, and each moves one line
            // further.
            if walk.next == page.before { state.composer.recall?.add(page.lines, next: page.next) }
            recallOlder()
        case .commandDone(let notice, let chatID):
            guard chatID == state.composer.chatID else { return }
            state.composer.showDone(notice)
        }
    }
}

extension ComposerEventRouter {
    private func edit(_ text: String, of place: ComposerTarget) {
        if place.draftPlace == state.composer.draftPlace, state.composer.isKnown(text, revision: place.revision) {
            return
        }
        guard apply(text, of: place) else { return }
        let chatID = place.chatID
        saveDraft(state.composer.draft, at: place.draftPlace)
        effects.typing.edited(isEmpty: text.isEmpty, chatID: chatID)
        let isLong = text.utf8.count > ComposedLine.maximumBytes / 4
        // Formatting adds bytes that the pane doesn't count.
        if isLong, case .tooLong(let excess) = line(text, chatID: chatID, isConfirmed: true) {
            state.composer.showNotice(.tooLong(by: excess))
        }
    }

    /// Applies the text that a pane reports. If the model shows another chat by now, the text becomes the draft of its
    /// own chat. The rules for a report of the same chat are at `HandedText`.
    ///
    /// - Returns: whether it is the text in the field.
    private func apply(_ text: String, of place: ComposerTarget, isSubmitted: Bool = false) -> Bool {
        guard place.draftPlace == state.composer.draftPlace else {
            let whole = state.composer.wholeText(text, ofClosed: place, isSubmitted: isSubmitted)
            saveDraft(whole, at: place.draftPlace)
            return false
        }
        if state.composer.receive(text, revision: place.revision, isSubmitted: isSubmitted) { return true }
        saveDraft(state.composer.draft, at: place.draftPlace)
        return false
    }

    private func recallOlder() {
        if !state.composer.recallOlder() {
            state.composer.showNotice(.noOlderLine)
        }
    }

    /// Returns a line to the composer, above any newer text. The line becomes a draft again, which is stored as
    /// soon as possible.
    private func returnToComposer(_ typed: TypedLine, _ notice: ComposerNotice? = nil) {
        guard typed.draftPlace == state.composer.draftPlace else {
            let written = state.drafts.texts[typed.draftPlace] ?? ""
            saveDraft(written.isEmpty ? typed.text : typed.text + "\n" + written, at: typed.draftPlace)
            if let notice { state.composer.showNotice(notice, at: typed.draftPlace) }
            return
        }
        state.composer.restore(typed)
        if let notice { state.composer.showNotice(notice) }
        saveDraft(state.composer.draft, at: typed.draftPlace)
    }

    /// Offers to knock. The offer is made only if the composer still contains just the line that tried to join.
    private func askToKnock(at address: RoomAddress, _ typed: TypedLine) {
        guard typed.draftPlace == state.composer.draftPlace, state.composer.text == typed.text else { return }
        state.composer.ask(.knock(address), about: typed.text, notice: .notJoined(address, .takesKnocks))
    }

    private func saveDraft(_ draft: String, at place: String) {
        state.drafts.set(draft, at: place)
        effects.composerArchive.saveDraft(draft, at: place)
    }

    /// Returns a submitted line to the pane if it is not sent, and lines above it that the user hadn't seen.
    private func answer(_ text: String, of place: ComposerTarget) {
        guard place.draftPlace == state.composer.draftPlace else { return }
        state.composer.answer(submitted: text, revision: place.revision)
        // A refused line is in the field again, and the pane reports no text that it got from here.
        let draft = state.composer.draft
        if draft != state.drafts.texts[place.draftPlace] ?? "" { saveDraft(draft, at: place.draftPlace) }
    }

    /// Handles a line that is in the field. A late one is not handled: nothing is sent to a chat that the user has not
    /// seen.
    ///
    /// - Parameter isConfirmed: whether the user confirmed a change that can't be undone.
    private func submit(_ text: String, of place: ComposerTarget, isConfirmed: Bool = false) {
        let chatID = place.chatID
        if asksAboutFile(text) { return }
        if state.composer.purpose != .newLine, finishPurpose(text, of: place, isConfirmed: isConfirmed) {
            return
        }
        switch line(text, chatID: chatID, isConfirmed: state.composer.confirmedText == text) {
        case .nothing:
            state.composer.showNotice(.nothingToSend)
        case .incomplete(let command):
            state.composer.showNotice(.incomplete(command))
        case .unknownCommand(let name):
            state.composer.askAgain(about: text, notice: .unknownCommand(name))
        case .tooLong(let excess):
            state.composer.showNotice(.tooLong(by: excess))
        case .command(let command, let argument):
            perform(command, CommandCall(argument: argument, text: text, place: place, isConfirmed: isConfirmed))
        case .message(let body, let isEmote):
            let (named, now) = (names(in: body, chatID: chatID), environment.now())
            let thread = thread(of: place)
            effects.outboxArchive.accept(typed: TypedLine(text, chatID: chatID, threadID: place.threadID)) {
                let text = try await named()
                return OutboxLine.message(
                    text, isEmote: isEmote, mentions: text.userIDs, chatID: chatID, thread: thread, now: now)
            }
            effects.typing.stopped(chatID: chatID)
            free(place, isKept: true)
        }
    }

    /// The thread of a place; `nil` if the place is the chat itself.
    func thread(of place: ComposerTarget) -> ThreadTarget? {
        place.threadID.map { ThreadTarget(id: $0, newest: state.timeline.newestID ?? $0) }
    }

    /// Clears the field. If an earlier line was recalled in it, the previous draft is restored.
    ///
    /// - Parameter isKept: whether storing the line also replaces the draft on disk.
    func free(_ place: ComposerTarget, isKept: Bool = false) {
        let written = state.composer.recall.flatMap { $0.index >= 0 ? $0.written : nil } ?? ""
        state.composer.recall = nil
        state.composer.replace("")
        if !written.isEmpty { state.composer.restore(written) }
        state.drafts.set(written, at: place.draftPlace)
        if !isKept || !written.isEmpty { effects.composerArchive.saveDraft(written, at: place.draftPlace) }
    }
}
