import CWords
import MatrixAPI
import ViewModels

/// What the guide says and what it waits for, from Resources/guide.*.json.
struct GuideScript: Equatable {
    /// What ends a step.
    enum Goal: String, Equatable {
        /// The person said something to the guide.
        case sent
        /// The person answered a message.
        case replied
        /// The person accepted the invitation of the step.
        case joined
        case openedHelp
        case switchedChat
        /// Nothing: it is the last.
        case none
    }

    struct Step: Equatable {
        let say: [String]
        let goal: Goal
        /// The name of a chat that the guide invites to when the step begins.
        let invitation: String?
        /// Said once when the person writes something else meanwhile.
        let hint: String?
    }

    /// What is asked for that is no action with a key.
    struct Topic: Equatable {
        /// How words begin that mean it.
        let words: [String]
        let say: String
    }

    /// What there is to find, and what is said of it to those who haven't.
    struct Find: Equatable {
        let id: String
        let say: String
        /// The names of the actions by which a person shows that they found it.
        let foundBy: Set<String>
    }

    let steps: [Step]
    let topics: [Topic]
    /// In the order in which they are told.
    let finds: [Find]
    /// What asks for whatever is next.
    let moreWords: Set<String>
    /// What is said when the person came back to a guide that they had left.
    let comeback: String?
    /// Why it comes into no chat but that with its person.
    let declining: String?
    /// What is said to those who have found it all.
    let nothingLeft: String?
    /// What a question begins with that has no mark at its end.
    let questionBeginnings: Set<String>
    /// Words that say nothing of what is asked for.
    let emptyWords: Set<String>

    init?(json: JSONValue) {
        guard let steps = json["steps"]?.array else { return nil }
        self.steps = steps.compactMap(Step.init(json:))
        if self.steps.count != steps.count || steps.isEmpty { return nil }
        let topics = json["topics"]?.array ?? []
        self.topics = topics.compactMap(Topic.init(json:))
        if self.topics.count != topics.count { return nil }
        let finds = json["finds"]?.array ?? []
        self.finds = finds.compactMap(Find.init(json:))
        if self.finds.count != finds.count { return nil }
        comeback = json["comeback"]?.string
        declining = json["declining"]?.string
        nothingLeft = json["nothing_left"]?.string
        moreWords = Set((json["more_words"]?.array ?? []).compactMap(\.string))
        questionBeginnings = Set((json["question_beginnings"]?.array ?? []).compactMap(\.string))
        emptyWords = Set((json["empty_words"]?.array ?? []).compactMap(\.string)).union(questionBeginnings)
    }

    static func resource(_ language: String = Words.current.language) throws -> GuideScript {
        try read(language, isOfLines: false)
    }

    /// For who reads lines and types commands.
    static func ofLines(_ language: String = Words.current.language) throws -> GuideScript {
        try read(language, isOfLines: true)
    }

    private static func read(_ language: String, isOfLines: Bool) throws -> GuideScript {
        var count = 0
        let start = confab_guide(language, isOfLines, &count)
        guard let json = try? JSONValue(parsing: Array(UnsafeBufferPointer(start: start, count: count))),
            let script = GuideScript(json: json)
        else { throw ProgramError.input(.unreadableGuide) }
        return script
    }
}

extension GuideScript.Step {
    init?(json: JSONValue) {
        guard let say = json["say"]?.array?.compactMap(\.string), !say.isEmpty else { return nil }
        guard let goal = json["until"]?.string.flatMap(GuideScript.Goal.init(rawValue:)) else { return nil }
        self.init(say: say, goal: goal, invitation: json["invite"]?.string, hint: json["hint"]?.string)
    }
}

extension GuideScript.Topic {
    init?(json: JSONValue) {
        guard let words = json["words"]?.array?.compactMap(\.string), !words.isEmpty else { return nil }
        guard let say = json["say"]?.string else { return nil }
        self.init(words: words, say: say)
    }
}

extension GuideScript.Find {
    init?(json: JSONValue) {
        guard let id = json["id"]?.string, let say = json["say"]?.string else { return nil }
        self.init(id: id, say: say, foundBy: Set((json["found_by"]?.array ?? []).compactMap(\.string)))
    }
}
