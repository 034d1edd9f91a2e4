import CWords
import MatrixAPI
import ViewModels

/// The guide's messages and the goals of its steps, from Resources/guide.*.json.
struct GuideScript: Equatable {
    /// The event that ends a step.
    enum Goal: String, Equatable {
        /// The user sent a message to the guide.
        case sent
        /// The user replied to a message.
        case replied
        /// The user accepted the invitation of the step.
        case joined
        case openedHelp
        case switchedChat
        /// No event: the step is the last.
        case none
    }

    struct Step: Equatable {
        let say: [String]
        let goal: Goal
        /// The name of a chat that the guide invites to when the step begins.
        let invitation: String?
        /// The message that is sent once if the user writes to the guide without reaching the goal.
        let hint: String?
    }

    /// A subject that users ask about, and the guide's answer. It takes precedence over the answers that are made from
    /// the tables of actions and settings.
    struct Topic: Equatable {
        /// The beginnings of words that refer to it.
        let words: [String]
        let say: String
    }

    /// A feature to find, and the message about it for users who haven't found it.
    struct Find: Equatable {
        let id: String
        let say: String
        /// The names of the actions by which the user shows that they found it.
        let foundBy: Set<String>
    }

    let steps: [Step]
    let topics: [Topic]
    /// The features in the order in which they are mentioned.
    let finds: [Find]
    /// The words that ask for the next feature.
    let moreWords: Set<String>
    /// The message for a user who had left the guide and came back.
    let comeback: String?
    /// The reason for declining invitations to other chats.
    let declining: String?
    /// The message for a user who has found all features.
    let nothingLeft: String?
    /// The words that begin a question without a question mark.
    let questionBeginnings: Set<String>
    /// The words that don't help to find the subject of a question.
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

    /// Returns the script for the mode without a screen, in which commands are typed.
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
