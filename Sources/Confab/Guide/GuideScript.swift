import MatrixAPI

/// What the guide says and what it waits for, from Resources/guide.json.
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

    let steps: [Step]

    init?(json: JSONValue) {
        guard let steps = json["steps"]?.array else { return nil }
        self.steps = steps.compactMap(Step.init(json:))
        if self.steps.count != steps.count || steps.isEmpty { return nil }
    }

    static func resource() throws -> GuideScript {
        guard let json = try? JSONValue(parsing: PackageResources.guide_json), let script = GuideScript(json: json)
        else {
            throw ProgramError.input(.unreadableGuide)
        }
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
