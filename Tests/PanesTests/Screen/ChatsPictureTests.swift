import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests pictures of the chats, as the user sees them.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatsPictureTests {
    @Test func listIsBesideTheChatFrom76Columns() {
        let test = TestScreen(width: 80, height: 24)
        test.raiseTyping("Guide types…")
        #expect(
            test.text == """
                 Confab  ana                                                  online · 3 unread
                 Guide             2 │ Guide                                        Guide types…
                ▌Release team     @1 │
                 Bo                ✎ │
                 Kim invites you   ✉ │
                                     │
                                     │
                                     │
                                     │
                                     │
                                     │
                                     │
                                     │
                                     │
                                     │                   Saturday 21 November
                                     │ 09:12 Guide  Welcome to Confab. I live on this machine;
                                     │              nothing leaves it.
                                     │ 09:14 Guide  Try it: type a line and press Enter.
                                     │ ────────────────────────────────────────────────── new ──
                                     │ 09:15 ana    hello                                   read
                                     │ 09:16 ana    are you there?                      sending…
                                     ├──────────────────────────────────────────────────────────
                                     │ ▏write a message
                 Enter send  ^O menu  ^G go to  Tab list  F1 help  F7 next unread  PgUp older

                """)
    }

    @Test func panesHaveFramesAndTwoLineRowsFrom100Columns() {
        let test = TestScreen(width: 120, height: 40)
        test.raiseTyping("Guide types…")
        #expect(
            test.text == """
                 Confab  ana                                                                                          online · 3 unread
                ┌ Chats ────────────────────────┬ Guide ──────────────────────────────────────────────────────────────── Guide types… ─┐
                │ Guide                   09:14 │                                                                                      │
                │ Try it: type a line and pr… 2 │                                                                                      │
                │▌Release team            09:10 │                                                                                      │
                │▌Bo: @ana can you look?     @1 │                                                                                      │
                │ Bo                  Yesterday │                                                                                      │
                │ You: see you tomorrow       ✎ │                                                                                      │
                │ Kim invites you       Tuesday │                                                                                      │
                │ wants to chat               ✉ │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                                                                      │
                │                               │                                Saturday 21 November                                  │
                │                               │ 09:12 Guide  Welcome to Confab. I live on this machine; nothing leaves it.           │
                │                               │ 09:14 Guide  Try it: type a line and press Enter.                                    │
                │                               │ ───────────────────────────────────────────────────────────────────────────── new ── │
                │                               │ 09:15 ana    hello                                                              read │
                │                               │ 09:16 ana    are you there?                                                 sending… │
                │                               ├──────────────────────────────────────────────────────────────────────────────────────┤
                │                               │ ▏write a message                                                                     │
                └───────────────────────────────┴──────────────────────────────────────────────────────────────────────────────────────┘
                 Enter send  ^O menu  ^G go to  Tab list  F1 help  F7 next unread  PgUp older  ^N next chat  F2 commands

                """)
    }

    @Test func aNarrowScreenShowsOnePane() {
        let test = TestScreen(width: 40, height: 10)
        test.raiseTyping("Guide types…")
        #expect(
            test.text == """
                 ‹ 2  Guide                 Guide types…
                 Try it: type a line and press Enter.
                 ──────────────────────────────── new ──
                 ana 09:15                          read
                 hello
                 ana 09:16                      sending…
                 are you there?
                ────────────────────────────────────────
                 ▏write a message
                 Enter send  ^O menu  ^G go to  Esc list

                """)
    }

    @Test func theSmallestScreenStillShowsChatAndComposer() {
        let test = TestScreen(width: 20, height: 5)
        test.raiseTyping("Guide types…")
        #expect(
            test.text == """
                  online · 3 unread
                 ‹ 2  Guide  Guide …
                 ana 09:15      read
                 ▏write a message
                 ^O menu  Esc list

                """)
    }

    @Test func everyKindOfRowKeepsItsColumns() {
        let test = TestScreen(width: 76, height: 20)
        test.raiseChat(
            [
                Samples.row("d", .day("Yesterday")),
                Samples.message("a", "9:12 PM", "日本語の名前", "日本語のメッセージは幅が二倍ですから、折り返しの位置も違います。"),
                Samples.message(
                    "b", "9:13 PM", "Kim", "ana: see https://example.org/a/very/long/path/that/does/not/end/soon",
                    isMention: true),
                Samples.row("n", .notice("Bo joined")),
                Samples.message("c", "9:14 PM", "Bo", "waves", kind: .emote),
                Samples.message("d2", "9:14 PM", "Bo", "Message deleted", kind: .removed),
                Samples.row("g", .gap("Some messages are missing here")),
                Samples.message(
                    "e", "9:15 PM", "ana", "one\ntwo 👩‍👩‍👧 and é", isOwn: true,
                    status: "failed: the server said the message is too long; ^O t tries again", tone: .failed),
            ], number: 9)
        test.raiseConnection(status: "connecting: no route to host, next try in 4 s", tone: .bad)
        test.type("first row of what I write, which is long enough to be wrapped")
        test.press(.control("j"))
        test.type("second")
        #expect(
            test.text == """
                 Confab  ana       connecting: no route to host, next try in 4 s · 3 unread
                 Guide             2 │ Guide
                ▌Release team     @1 │         日本語の名前  す。
                 Bo                ✎ │@9:13 PM Kim           ana: see
                 Kim invites you   ✉ │                       https://example.org/a/very/long
                                     │                       /path/that/does/not/end/soon
                                     │                       Bo joined
                                     │ 9:14 PM *             Bo waves
                                     │ 9:14 PM Bo            Message deleted
                                     │            Some messages are missing here
                                     │ 9:15 PM ana           one
                                     │                       two 👩‍👩‍👧 and é
                                     │                       failed: the server said the
                                     │                       message is too long; ^O t tries
                                     │                       again
                                     ├──────────────────────────────────────────────────────
                                     │ ▏first row of what I write, which is long enough to
                                     │ ▏be wrapped
                                     │ ▏second
                 Enter send  ^O menu  ^G go to  ^O t try now  F1 help  ^J new line

                """)
    }
}
