/// The table of the folders of a target, lowest first.
///
/// A folder may name the types of the folders above it in this list, and of those in its own row. Folders that share a
/// row name each other. So a target can be read from the top of its list, and a new circle is seen in a change of it.
enum FolderTable {
    static let rows: [(target: String, folders: [[String]])] = [
        (
            "Engine",
            [
                ["Formatting"], ["Text"], ["Chat"],
                ["Encryption", "Media", "Session", "Sync", "Verification"], ["Disk"],
                ["Files", "Outbox"], ["Spelling"], ["Timeline"],
            ]
        ),
        (
            "Messenger",
            [
                ["Formatting"], ["Poll"], ["Text"], ["ChatList", "ChatTask", "Composer", "Spaces", "Undo"],
                ["ChatDetails"], ["Words"], ["Script"], ["Chat"], ["Commands"], ["Completion"], ["Connection"],
                ["Contacts"], ["CreateChat"], ["Devices"], ["Encryption"], ["Login"], ["Notices"], ["Pictures"],
                ["Share"], ["Environment"], ["FileList"], ["Join"], ["Media"], ["MessageActions"], ["MessageInfo"],
                ["Navigation"], ["Outbox"], ["Receipts"], ["RoomDirectory"], ["Search"], ["Security"],
                ["Settings"], ["Spelling"], ["Threads"], ["Timeline"], ["Trust"], ["Verification"], ["Session"],
                ["Routers"],
            ]
        ),
        (
            "Presentation",
            [
                ["Screen"], ["Chat", "MessageActions", "Poll", "Timeline"], ["ChatDetails"],
                ["ChatList", "Spaces"], ["Completion"], ["Composer"], ["Connection"], ["Contacts"], ["CreateChat"],
                ["Devices"], ["Invitation"], ["Login"], ["FileList"], ["MessageInfo"], ["RoomDirectory"],
                ["Search"], ["Settings"], ["Threads"], ["Navigation"], ["Notices"], ["Script"], ["Security"],
                ["Share"], ["Spelling"], ["Undo"], ["Verification"], ["Accounts", "Session"],
            ]
        ),
    ]

    static let targets = rows.map(\.target)
}
