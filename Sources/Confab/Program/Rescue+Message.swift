import Foundation
import Storage
import ViewModels

extension Rescue {
    /// A description of the database repair for users.
    var message: String {
        let name = (damagedPath as NSString).lastPathComponent
        let saved = [
            lines > 0 ? String.words("rescue.unsent-lines", count: lines) : nil,
            drafts > 0 ? .words("rescue.drafts", count: drafts) : nil,
            contacts > 0 ? .words("rescue.contacts", count: contacts) : nil,
            importedChats > 0 ? .words("rescue.imported-chats", count: importedChats) : nil,
        ].compactMap(\.self)
        let kept: String =
            saved.isEmpty
            ? .words("rescue.nothing-unsent") : .words("rescue.saved", ["list": saved.joined(separator: ", ")])
        return .words("rescue.damaged", ["file": name, "kept": kept])
    }
}
