import MatrixAPI
import ViewModels

/// Makes a short label for each account that distinguishes it from the others: the localpart of its user ID, its server
/// name, or a number.
struct AccountMarkBuilder {
    /// The user IDs in the order of the window. They may be malformed.
    let userIDs: [String]

    func build() -> [DisplayText] {
        let names = userIDs.map { UserID($0)?.localpart ?? $0 }
        let servers = userIDs.map { id in
            let server = UserID(id)?.server ?? ""
            return "@" + (server.split { $0 == "." || $0 == ":" }.first ?? "")
        }
        return userIDs.indices.map { place in
            let namesakes = userIDs.indices.filter { names[$0] == names[place] }
            if namesakes.count == 1 { return DisplayText(sanitizing: names[place]) }
            if namesakes.count(where: { servers[$0] == servers[place] }) == 1 {
                return DisplayText(sanitizing: servers[place])
            }
            let number = namesakes.prefix { $0 <= place }.count
            return DisplayText(sanitizing: number == 1 ? names[place] : "\(names[place]) \(number)")
        }
    }
}
