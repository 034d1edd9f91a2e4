/// The faults that must not lose data, each with the tests that inject it.
enum FaultTable {
    struct Row {
        /// The name in confab-faults(7).
        let fault: String
        /// The names of test functions.
        let tests: [String]
    }

    static let rows: [Row] = client + server + network + account + files + machine

    private static let client = [
        Row(
            fault: "The program is killed",
            tests: [
                "aLineAcceptedJustBeforeTheProgramIsKilledIsThereOnceAfterwards",
                "aLineWhoseReplyNeverCameBeforeTheKillIsThereOnce", "aLineWhoseReplyWasNotKeptIsThereOnce",
                "whatWasBeingAppliedAtTheKillIsThereOnce", "aKillInTheMiddleOfAMigrationLeavesWhatWasThere",
                "aDraftSurvivesAKillAfterAPause", "killsOfAnySideLoseAndDoubleNothing",
                "aFirstSyncThatWasKilledWhileItWasStoredIsNotAskedForAgain",
            ]),
        Row(
            fault: "The program is told to end or to stop",
            tests: [
                "aSignalEndsItAndTheDraftIsKept", "aClosedWindowEndsItAndTheDraftIsKept",
                "aSuspendedProgramGivesTheScreenBackAndComesAgain",
                "linesOnTheirWayWhenASignalEndsTheProgramAreThereOnce",
                "linesOnTheirWayWhenTheProgramIsStoppedGoOnWithIt",
            ]),
        Row(
            fault: "The terminal stalls, or has a strange size",
            tests: [
                "aStalledTerminalHoldsUpNoEnd", "aSizeIsShownOrNamed", "aStormOfSizesLeavesTheScreenAsItWas",
                "aTerminalThatSaysNothingOfItsSizeHasEightyColumnsAndTwentyFourRows",
            ]),
        Row(fault: "Confab is open already", tests: ["aSecondProgramOnTheSameProfileSaysWhoHasIt"]),
    ]

    private static let server = [
        Row(
            fault: "The server is killed",
            tests: [
                "whatTheServerAnsweredSurvivesItsKillAndAllGoOnByThemselves",
                "tenLinesTypedWhileTheServerDiesArriveInOrder",
            ]),
        Row(
            fault: "The server is away",
            tests: [
                "linesTypedOfflineAreUnsentAndGoOutInOrderWhenTheServerIsBack",
                "whatIsTypedIsThereSaysUnsentAndGoesOutInOrderAfterwards", "whatFailsForAWhileGoesOutInTheEnd",
            ]),
        Row(
            fault: "The server asks for a pause",
            tests: [
                "linesAreThereOnceAndInOrderAfterEachBreakage", "linesBeyondTheServersLimitGoOutOnceAndInOrder",
            ]),
        Row(
            fault: "The server refuses a line",
            tests: [
                "aLineThatIsRefusedForGoodSaysWhyAndTheRestGoOn", "aLineThatIsRefusedForGoodCanBeMended",
                "aLineThatIsRefusedForGoodCanBeTakenBack",
            ]),
        Row(
            fault: "The server repeats, reorders or omits",
            tests: [
                "whatOthersSayIsThereOnceAndInOrderAfterEachBreakage", "theSameSliceTwiceIsAsGoodAsOnce",
                "aLimitedAnswerFromFurtherBackMovesTheGap", "aPageMovesTheGapAndOneThatReachesWhatIsKnownClosesIt",
                "anEmptyPageWithAnEndIsNotTheEnd", "theEchoBeforeTheAnswerTakesTheLineAwayByItsTransaction",
                "startingAgainKeepsHistoryAndEndsWhatWasLeftMeanwhile", "aServerThatRepeatsEventsInAnyOrderIsReadOnce",
                "whatWasSaidBeforeIsThereOnceAndInOrderAfterEachBreakage",
                "aKillWhileWhatWasMissedIsOnItsWayLosesNothing",
                "linesAreThereOnceAndInOrderThoughAnswersOvertakeEachOther",
            ]),
    ]

    private static let network = [
        Row(
            fault: "The network breaks off, stalls or crawls",
            tests: [
                "whatWaitsForItsNextTryGoesAtOnceWhenAPersonWantsThat",
                "linesAreThereOnceAndInOrderAfterEachBreakage", "whatOthersSayIsThereOnceAndInOrderAfterEachBreakage",
                "aStreamThatIsCutInMidFrameGoesOn", "aLineOnADeadConnectionGoesOutOnceAPersonAsksForANewOne",
                "linesWaitOnceTheServerTookOneThatTheSyncDoesNotShow",
            ]),
        Row(
            fault: "The network wants a login of its own",
            tests: [
                "linesAreThereOnceAndInOrderAfterEachBreakage", "whatOthersSayIsThereOnceAndInOrderAfterEachBreakage",
                "aPageOfTheNetworkIsNotTakenForTheFile",
            ]),
        Row(
            fault: "A certificate proves nothing",
            tests: [
                "aRunningProgramSaysWhatIsWrongWithACertificateAndSendsNothing",
                "aLoginSaysWhatIsWrongWithACertificateAndSendsNothing",
                "theLoginOnScreenSaysWhatIsWrongWithACertificateAndSendsNothing",
                "plainHTTPToAnotherMachineIsRefusedAndTheFlagNamed",
            ]),
        Row(
            fault: "The clock is wrong",
            tests: [
                "whileTheClockIsTenYearsOffAllIsThereOnceAndInOrder",
                "aLineThatTheServerMayHaveForgottenDoesNotLeaveAgainByItself", "aPauseMayBeADateAndIsNeverADayLong",
            ]),
    ]

    private static let account = [
        Row(
            fault: "A token expires",
            tests: ["aKillBetweenTheRefreshAndItsKeepingLogsNobodyOut", "aRefreshThatFailsEndsNothing"]),
        Row(
            fault: "One is logged out",
            tests: [
                "linesWrittenAfterTheTokenEndedWaitForTheNextLogin", "theChatsAreThereAlthoughOneIsLoggedOut",
                "whoIsLoggedOutLogsInOnScreenAndWhatWaitedGoesOut", "aHardLogoutTellsTheFileWithWhatWasUnsent",
            ]),
        Row(
            fault: "A chat became encrypted",
            tests: [
                "aLineForAChatThatBecameEncryptedDoesNotLeave",
                "linesTypedOfflineGoOutSealedWhereTheChatBecameEncrypted", "aLineThatGotNoAnswerIsNotTriedAgainUnheard",
                "noWordGoesOutOnceTheChatIsKnownToBeEncrypted",
            ]),
        Row(
            fault: "An encrypted message can't be read",
            tests: [
                "aLineOpensByItselfOnceItsKeyComes", "whoComesLaterReadsWhatIsSaidFromThenOnAndIsToldWhyNotTheRest",
                "aDeviceThatItsOwnerHasNotSignedGetsNoKeyAndIsToldWhy",
            ]),
        Row(
            fault: "This device is not verified",
            tests: [
                "anotherDeviceReplacesNothingAndIsNotConfirmed", "aSecondDeviceReadsTheWholeHistoryAfterTheRecoveryKey",
                "aDeviceThatWasComparedGetsTheSecretsAndReadsTheHistory",
                "aRestoreThatStoppedInTheMiddleGoesOnAfterTheNextStart",
                "emojiVerifyASecondDeviceThatReadsWhatWasSaidBefore",
                "aRecoveryKeyVerifiesADeviceWhereNoOtherAnswers",
            ]),
        Row(
            fault: "A recovery key opens nothing",
            tests: [
                "aKeyThatIsNoneOrAnotherChangesNothing", "whatIsStoredOfAnIdentityThatIsGoneIsRefused",
            ]),
        Row(
            fault: "Somebody has the password",
            tests: [
                "aStolenPasswordReadsNothingAndIsToldNoSecret", "aStolenTokenAloneReadsNothingAndIsToldNoSecret",
                "intoABackupThatNobodyVouchesForNothingIsWritten",
            ]),
        Row(
            fault: "Somebody's keys are others than before",
            tests: [
                "nothingIsSaidToAnotherIdentityBeforeAPersonAnsweredForIt",
                "aDeviceWhoseKeysAreSaidToBeOthersStaysAsItWas",
            ]),
        Row(
            fault: "A line of an encrypted chat has a mark",
            tests: [
                "aLineOfADeviceThatItsOwnerHasNotSignedIsDoubtedUntilThat", "aLineOfADeviceThatIsGoneIsDoubted",
            ]),
        Row(
            fault: "The keyring is locked",
            tests: [
                "whatCameWhileTheKeyringWasLockedIsReadOnceItIsOpen",
                "aLineStaysHereWhereTheKeysOfThisDeviceCantBeOpened",
            ]),
        Row(
            fault: "Nobody knows whether a line was sent",
            tests: ["aLineThatTheServerMayHaveForgottenDoesNotLeaveAgainByItself"]),
    ]

    private static let files = [
        Row(
            fault: "It broke off",
            tests: [
                "whatBrokeOffBeforeARestartGoesOnWhereItWas", "anotherFileThanTheOneThatBrokeOffComesWhole",
                "whatBrokeOffGoesOnWhereItWas",
            ]),
        Row(
            fault: "It is not the file that was sent",
            tests: ["whatHasAnotherHashIsNeitherDecryptedNorKept", "aSizeThatLiesIsNoReasonToDoWithoutTheFile"]),
        Row(
            fault: "It is larger than allowed",
            tests: [
                "aLengthBeyondTheLimitIsRefusedBeforeABodyComes", "aBodyThatNeverEndsIsLeft",
                "whatIsLargerThanAllowedCostsALineOfWords",
            ]),
    ]

    private static let machine = [
        Row(
            fault: "The disk is full",
            tests: [
                "aLineThatCantBeKeptComesBackWithTheReasonAndIsSentOnceThereIsRoom",
                "aLineThatCameBackIsADraftWhenTheProgramEnds", "aFullDiskIsSaidToBeFullAndLosesNothing",
                "onADiskThatFillsUpEveryLineIsSentOrComesBack",
            ]),
        Row(
            fault: "The disk can't be written",
            tests: [
                "aReadOnlyDiskIsSaidAndWhatWasUnsentIsThereAfterwards", "aDiskThatTurnsReadOnlyIsSaidAndNothingIsLost",
                "aPlaceThatMayNotBeWrittenIsReadOnly",
            ]),
        Row(
            fault: "The database is damaged",
            tests: [
                "aDatabaseDamagedInSeveralPlacesIsSetAsideAndWhatWasUnsentInItGoesOutOnceAndInOrder",
                "damageThatIsMetLaterIsMendedAtTheNextStart", "aRescueThatWasCutOffGoesOn",
            ]),
        Row(fault: "A newer Confab was here", tests: ["aDatabaseOfANewerVersionIsRefusedAndLeftAsItIs"]),
    ]
}
