"""A device of vodozemac: hears lists of commands, one a line, on standard input, and answers each line with the list of answers."""

import base64
import json
import sys

from vodozemac import (
    Account,
    AnyOlmMessage,
    Curve25519PublicKey,
    Ed25519PublicKey,
    Ed25519Signature,
    ExportedSessionKey,
    GroupSession,
    InboundGroupSession,
    MegolmMessage,
    Message,
    PkDecryption,
    PkEncryption,
    PreKeyMessage,
    Sas,
    SessionKey,
)


def unpadded(data):
    return base64.b64encode(data).decode().rstrip("=")


def decoded(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


class Peer:
    def __init__(self):
        self.account = Account()
        self.sessions = {}
        self.groups = {}
        self.inbound = {}
        self.sas = {}
        self.backup = PkDecryption()

    def keys(self):
        return {
            "curve25519": self.account.curve25519_key.to_base64(),
            "ed25519": self.account.ed25519_key.to_base64(),
            "backup": self.backup.public_key.to_base64(),
        }

    def make_one_time_keys(self, count):
        self.account.generate_one_time_keys(count)
        keys = [key.to_base64() for key in self.account.one_time_keys.values()]
        self.account.mark_keys_as_published()
        return {"keys": keys}

    def sign(self, text):
        return {"signature": self.account.sign(text.encode()).to_base64()}

    def check(self, key, text, signature):
        Ed25519PublicKey.from_base64(key).verify_signature(text.encode(), Ed25519Signature.from_base64(signature))

    # Olm

    def begin(self, session, identity, key):
        self.sessions[session] = self.account.create_outbound_session(
            Curve25519PublicKey.from_base64(identity), Curve25519PublicKey.from_base64(key)
        )
        return {"id": self.sessions[session].session_id}

    def say(self, session, text):
        if session not in self.sessions:
            return {"nothing": True}
        kind, body = self.sessions[session].encrypt(text.encode()).to_parts()
        return {"type": kind, "body": unpadded(body)}

    def hear(self, session, identity, type, body):
        if session not in self.sessions and type == 0:
            self.sessions[session], plaintext = self.account.create_inbound_session(
                Curve25519PublicKey.from_base64(identity), PreKeyMessage.from_base64(body)
            )
        else:
            message = AnyOlmMessage.from_parts(type, decoded(body))
            plaintext = self.sessions[session].decrypt(message)
        return {"text": plaintext.decode(), "id": self.sessions[session].session_id}

    def forget(self, session):
        self.sessions.pop(session, None)

    # Megolm

    def begin_group(self, group):
        self.groups[group] = GroupSession()
        return {"id": self.groups[group].session_id}

    def group_key(self, group):
        return {"key": self.groups[group].session_key.to_base64()}

    def say_group(self, group, text):
        return {"body": self.groups[group].encrypt(text.encode()).to_base64()}

    def join_group(self, group, key):
        self.inbound[group] = InboundGroupSession(SessionKey(key))
        return {"id": self.inbound[group].session_id, "first": self.inbound[group].first_known_index}

    def import_group(self, group, key):
        self.inbound[group] = InboundGroupSession.import_session(ExportedSessionKey(key))
        return {"id": self.inbound[group].session_id, "first": self.inbound[group].first_known_index}

    def export_group(self, group, index):
        return {"key": self.inbound[group].export_at(index).to_base64()}

    def hear_group(self, group, body):
        message = self.inbound[group].decrypt(MegolmMessage.from_base64(body))
        return {"text": message.plaintext.decode(), "index": message.message_index}

    # Verification

    def begin_sas(self, name):
        self.sas[name] = Sas()
        return {"key": self.sas[name].public_key.to_base64()}

    def agree_sas(self, name, key, info):
        self.sas[name] = self.sas[name].diffie_hellman(Curve25519PublicKey.from_base64(key))
        shown = self.sas[name].bytes(info)
        return {"emoji": list(shown.emoji_indices), "decimals": list(shown.decimals)}

    def code_sas(self, name, text, info):
        return {"code": self.sas[name].calculate_mac(text, info)}

    def check_sas(self, name, text, info, code):
        self.sas[name].verify_mac(text, info, code)

    # Backup

    def backup_secret(self):
        return {"secret": self.backup.key.to_base64()}

    def seal_backup(self, key, text):
        sealed = PkEncryption.from_key(Curve25519PublicKey.from_base64(key)).encrypt(text.encode())
        return {
            "ciphertext": unpadded(sealed.ciphertext),
            "mac": unpadded(sealed.mac),
            "ephemeral": unpadded(sealed.ephemeral_key),
        }

    def open_backup(self, ciphertext, mac, ephemeral):
        return {"text": self.backup.decrypt(Message(decoded(ciphertext), decoded(mac), decoded(ephemeral))).decode()}


def answer(peer, command):
    try:
        return getattr(peer, command.pop("do"))(**command) or {}
    except (KeyError, ValueError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


peer = Peer()
for line in sys.stdin:
    print(json.dumps([answer(peer, command) for command in json.loads(line)]), flush=True)
