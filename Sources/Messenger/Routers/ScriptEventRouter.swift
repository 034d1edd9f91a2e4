import Conversations
import Engine
import MatrixAPI

/// Handles the requests from programs without a screen. Drafts and the composer stay unchanged.
@MainActor
struct ScriptEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ScriptEvent) {
        switch event {
        case .sending(let line): send(line)
        case .sendingFile(let file): send(file)
        case .noFile(let id, let problem): effects.scripts.report(.noFile(problem), ofLine: id)
        case .notKept(let id, let reason): effects.scripts.report(.notKept(reason), ofLine: id)
        case .importing(let id, let path, let folder): importFile(path, folder, toldAs: id)
        case .imported(let id, let outcome):
            if case .success(let report) = outcome { show(report.changed) }
            effects.scripts.report(outcome, ofImport: id)
        }
    }

    private func importFile(_ path: String, _ folder: String?, toldAs id: String) {
        effects.tasks.run { [imports = effects.importArchive, queue, now = environment.now()] in
            let outcome: ImportOutcome
            do throws(ImportError) {
                outcome = .success(try await imports.importFile(path, folder: folder, now: now))
            } catch {
                outcome = .failure(error)
            }
            await queue.post(ScriptEvent.imported(id: id, outcome))
        }
    }

    private func show(_ chats: [Chat]) {
        state.chatList.merge(chats)
        if let open = state.timeline.chatID, chats.contains(where: { $0.id == open }) {
            queue.post(ChatEvent.opened(chatID: open, isChosen: false))
        }
    }

    private func send(_ file: ScriptFile) {
        let chat = state.chatList.chat(file.chatID)
        let size = MessageContent.text(NamedText(file.caption), isEmote: false).serialized.count
        let excess = size - ComposedLine.maximumBytes(isEncrypted: chat?.isEncrypted ?? true) / 2
        guard excess <= 0 else { return effects.scripts.report(.tooLong(by: excess), ofLine: file.id) }
        effects.outboxArchive.addFile(file, limit: effects.outbox.uploadLimit, now: environment.now())
    }

    private func send(_ line: ScriptLine) {
        let chat = state.chatList.chat(line.chatID)
        let size = MessageContent.text(NamedText(line.text), isEmote: false).serialized.count
        let excess = size - ComposedLine.maximumBytes(isEncrypted: chat?.isEncrypted ?? true)
        guard excess <= 0 else { return effects.scripts.report(.tooLong(by: excess), ofLine: line.id) }
        let (ownUserID, now) = (state.account.userID, environment.now())
        let mayCallRoom = chat.flatMap(state.power.power)?.mayNotifyRoom(ownUserID) ?? false
        effects.outboxArchive.add(toldAs: line.id) { [effects] in
            let members = try await effects.outboxArchive.members(chatID: line.chatID)
            let text = NamedText(line.text, members: members, ownUserID: ownUserID, mayCallRoom: mayCallRoom)
            return OutboxLine.message(
                text, id: line.id, isEmote: false, mentions: text.userIDs, chatID: line.chatID, now: now)
        }
    }
}

extension ScriptEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) { effects.scripts.arrived(slice.applied) }
}
