/// The files of each type's users, by the names that stand in the code.
struct TypeUses {
    let files: [SourceFile]
    /// The paths of the files that name a type, without the file that declares it.
    let users: [String: Set<String>]
    private let places: [String: String]
    private let names: [String: Set<String>]

    init(_ files: [SourceFile]) {
        self.files = files
        var places: [String: String] = [:]
        for file in files { for type in file.declaredTypes { places[type] = file.path } }
        var names: [String: Set<String>] = [:]
        var users: [String: Set<String>] = [:]
        for file in files {
            for line in file.code {
                for name in Self.words(line.text) where places[name].map({ $0 != file.path }) == true {
                    names[file.path, default: []].insert(name)
                    users[name, default: []].insert(file.path)
                }
            }
        }
        (self.places, self.names, self.users) = (places, names, users)
    }

    /// The number of folders of a target in the largest circle of folders that name each other's types; 1 if there is
    /// no circle.
    func largestCycle(of target: String) -> Int {
        let edges = folderUses(in: target).mapValues { Set($0.keys) }
        let reached = Dictionary(uniqueKeysWithValues: edges.keys.map { ($0, Self.reached(from: $0, edges)) })
        let circles = reached.map { start, all in all.filter { reached[$0]?.contains(start) == true }.count }
        return max(1, circles.max() ?? 1)
    }

    /// The folders of a target that a folder names, each with an example.
    func folderUses(in target: String) -> [String: [String: String]] {
        var uses: [String: [String: String]] = [:]
        for file in files where Self.target(file.path) == target {
            let from = Self.folder(file.path)
            for name in names[file.path] ?? [] {
                guard let place = places[name], Self.target(place) == target, Self.folder(place) != from else {
                    continue
                }
                uses[from, default: [:]][Self.folder(place)] = "\(file.path) names \(name)"
            }
        }
        return uses
    }

    private static func reached(from start: String, _ edges: [String: Set<String>]) -> Set<String> {
        var (reached, waiting): (Set<String>, [String]) = ([], [start])
        while let next = waiting.popLast() {
            for folder in edges[next] ?? [] where reached.insert(folder).inserted { waiting.append(folder) }
        }
        return reached
    }

    private static func target(_ path: String) -> Substring { path.split(separator: "/")[1] }

    private static func folder(_ path: String) -> String {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : ""
    }

    /// The words that begin with a capital letter, as names of types do.
    private static func words(_ code: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if let first = word.first, first >= 65, first <= 90 { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        for byte in code.utf8 {
            let isWord = byte == 95 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            if isWord { word.append(byte) } else if !word.isEmpty { end() }
        }
        end()
        return words
    }
}
