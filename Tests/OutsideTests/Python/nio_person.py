"""A person of matrix-nio: hears commands, a JSON object a line, on standard input, and answers each with one line."""

import asyncio
import json
import os
import sys
from urllib.parse import quote

from aiohttp import ClientError
from nio import (
    AsyncClient,
    AsyncClientConfig,
    ErrorResponse,
    Event,
    MegolmEvent,
    ReceiptEvent,
    RoomMessageText,
    RoomPreset,
    TypingNoticeEvent,
)
from nio.crypto.attachments import decrypt_attachment


class Person:
    def __init__(self):
        self.client = None
        self.events = {}
        self.typing = {}
        self.receipts = {}
        self.count = 0

    async def register(self, address, name, password, store=""):
        """With a directory as the store this device has keys."""
        self.client = client_of(address, name, store)
        check(await self.client.register(name, password))
        return await self.listen()

    async def log_in(self, address, name, password, store=""):
        self.client = client_of(address, name, store)
        check(await self.client.login(password))
        return await self.listen()

    async def resume(self, address, user, device, token, store, anew=False):
        """Goes on as the device that was logged in before, whose store it is: anew from what the server has, where it was killed. How far
        it read is kept before what it read, so that keys that came in between would never come again."""
        self.client = client_of(address, user, store)
        self.client.restore_login(user, device, token)
        if anew:
            self.client.loaded_sync_token = ""
        return await self.listen()

    async def listen(self):
        self.client.add_event_callback(self.take_event, Event)
        self.client.add_ephemeral_callback(self.take_typing, TypingNoticeEvent)
        self.client.add_ephemeral_callback(self.take_receipts, ReceiptEvent)
        # Kept, as a task that nobody holds may be collected.
        self.task = asyncio.create_task(self.client.sync_forever(timeout=30000, full_state=True))
        await self.client.synced.wait()
        return {"user": self.client.user_id, "device": self.client.device_id, "token": self.client.access_token}

    def take_event(self, room, event):
        known = self.events.setdefault(room.room_id, [])
        known.append({"kind": type(event).__name__, "source": event.source})

    def take_typing(self, room, event):
        self.typing[room.room_id] = sorted(event.users)

    def take_receipts(self, room, event):
        told = self.receipts.setdefault(room.room_id, {})
        for receipt in event.receipts:
            if receipt.receipt_type.startswith("m.read"):
                told[receipt.user_id] = receipt.event_id

    async def chats(self):
        return {"joined": sorted(self.client.rooms), "invited": sorted(self.client.invited_rooms)}

    async def look(self, room):
        joined = self.client.rooms.get(room)
        return {
            "events": self.events.get(room, []),
            "typing": self.typing.get(room, []),
            "receipts": self.receipts.get(room, {}),
            "name": joined.display_name if joined else "",
            "topic": (joined.topic if joined else "") or "",
            "members": sorted(joined.users) if joined else [],
        }

    async def texts(self, room):
        """Of a long conversation, where all that is known of each line would be much."""
        heard = self.events.get(room, [])
        said = [event["source"]["content"]["body"] for event in heard if event["kind"] == "RoomMessageText"]
        return {"texts": said, "sealed": sum(event["kind"] == "MegolmEvent" for event in heard)}

    async def history(self, room):
        """All that was said, oldest first, as it can be read now, whatever was heard before."""
        said, sealed, start = [], 0, ""
        while True:
            page = check(await self.client.room_messages(room, start, limit=100))
            sealed += sum(isinstance(event, MegolmEvent) for event in page.chunk)
            said += [event for event in page.chunk if isinstance(event, RoomMessageText)]
            if not page.chunk or not page.end:
                break
            start = page.end
        lines = [{"sender": event.sender, "text": event.body} for event in reversed(said)]
        return {"lines": lines, "sealed": sealed}

    async def keys(self, room):
        """The sessions of a room that this device can read."""
        return {"sessions": sorted(key for of in self.client.olm.inbound_group_store[room].values() for key in of)}

    async def devices(self, user):
        """Those that this one would write to."""
        return {"devices": sorted(device.id for device in self.client.device_store.active_user_devices(user))}

    async def open_group(self, name, invite):
        answer = check(await self.client.room_create(name=name, invite=invite, preset=RoomPreset.public_chat))
        return {"room": answer.room_id}

    async def upgrade(self, room):
        """Ends a room for a new one: by the server, or by hand where it can't."""
        path = f"/_matrix/client/v3/rooms/{quote(room)}/upgrade"
        head = {"Authorization": f"Bearer {self.client.access_token}", "Content-Type": "application/json"}
        answer = await self.client.send("POST", path, json.dumps({"new_version": "11"}), headers=head)
        if answer.status == 200:
            return {"room": (await answer.json())["replacement_room"]}
        joined = self.client.rooms[room]
        made = check(
            await self.client.room_create(
                name=joined.name, preset=RoomPreset.public_chat, predecessor={"room_id": room, "event_id": "$0"}
            )
        )
        content = {"body": "This room has been replaced", "replacement_room": made.room_id}
        check(await self.client.room_put_state(room, "m.room.tombstone", content))
        return {"room": made.room_id}

    async def create(self, invite, direct=False, name=None, encrypted=False):
        settings = {"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}
        state = [settings] if encrypted else []
        answer = check(
            await self.client.room_create(invite=invite, is_direct=direct, name=name, initial_state=state)
        )
        return {"room": answer.room_id}

    async def join(self, room):
        check(await self.client.join(room))

    async def leave(self, room):
        check(await self.client.room_leave(room))

    async def rename(self, room, name):
        check(await self.client.room_put_state(room, "m.room.name", {"name": name}))

    async def type(self, room, on):
        check(await self.client.room_typing(room, on))

    async def read(self, room, event):
        check(await self.client.room_read_markers(room, event, event))

    async def say(self, room, text):
        return await self.send(room, "m.room.message", {"msgtype": "m.text", "body": text})

    async def say_all(self, room, texts):
        for text in texts:
            await self.say(room, text)

    async def send_file(self, room, path, name):
        size = os.path.getsize(path)
        answer, keys = await self.client.upload(
            lambda _limits, _failures: path,
            filename=name,
            encrypt=self.client.rooms[room].encrypted,
            filesize=size,
        )
        check(answer)
        content = {"msgtype": "m.file", "body": name, "info": {"size": size}}
        if keys:
            content["file"] = {**keys, "url": answer.content_uri}
        else:
            content["url"] = answer.content_uri
        return await self.send(room, "m.room.message", content)

    async def fetch_file(self, room, name, path):
        contents = [event["source"]["content"] for event in self.events.get(room, [])]
        content = [content for content in contents if content.get("body") == name and "msgtype" in content][-1]
        address = content.get("url") or content["file"]["url"]
        for _ in range(60):
            try:
                check(await self.client.download(mxc=address, save_to=path))
                break
            except ClientError:
                continue
        if "file" in content:
            file = content["file"]
            with open(path, "rb") as sealed:
                opened = decrypt_attachment(sealed.read(), file["key"]["k"], file["hashes"]["sha256"], file["iv"])
            with open(path, "wb") as whole:
                whole.write(opened)

    async def reply(self, room, event, text):
        relation = {"m.in_reply_to": {"event_id": event}}
        return await self.send(
            room, "m.room.message", {"msgtype": "m.text", "body": text, "m.relates_to": relation}
        )

    async def edit(self, room, event, text):
        return await self.send(
            room,
            "m.room.message",
            {
                "msgtype": "m.text",
                "body": "* " + text,
                "m.new_content": {"msgtype": "m.text", "body": text},
                "m.relates_to": {"rel_type": "m.replace", "event_id": event},
            },
        )

    async def react(self, room, event, key):
        relation = {"rel_type": "m.annotation", "event_id": event, "key": key}
        return await self.send(room, "m.reaction", {"m.relates_to": relation})

    async def redact(self, room, event, reason):
        answer = check(await self.client.room_redact(room, event, reason))
        return {"event": answer.event_id}

    async def send(self, room, kind, content):
        answer = check(await self.client.room_send(room, kind, content, ignore_unverified_devices=True))
        return {"event": answer.event_id}


def client_of(address, name, store):
    # What a broken connection waits for grows with each, else, up to a minute.
    config = AsyncClientConfig(store_sync_tokens=bool(store), max_timeout_retry_wait_time=0.2)
    return AsyncClient(address, name, store_path=store, config=config)


def check(answer):
    if isinstance(answer, ErrorResponse):
        raise RuntimeError(str(answer))
    return answer


async def main():
    person = Person()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command = json.loads(line)
        try:
            answer = await getattr(person, command.pop("do"))(**command) or {}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


try:
    asyncio.run(main())
finally:
    # The one who asked is gone; a request that waits for the server must not keep this alive.
    os._exit(0)
