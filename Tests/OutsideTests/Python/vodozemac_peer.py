"""A device of vodozemac, with what matrix-nio does to files: hears lists of commands, one a line, on standard input, and answers each line with the list of answers."""

import base64
import json
import os
import sys
import tempfile

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nio.crypto.attachments import decrypt_attachment, encrypt_attachment
from nio.crypto.olm_machine import Olm
from nio.crypto.sessions import InboundGroupSession as NioGroupSession
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

    # The first form, of clients of libolm's age
    def first_code_sas(self, name, text, info):
        return {"code": self.sas[name].calculate_mac_invalid_base64(text, info)}

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

    # Files, as matrix-nio writes and reads them

    def seal_file(self, plaintext):
        ciphertext, keys = encrypt_attachment(decoded(plaintext))
        return {"ciphertext": unpadded(ciphertext), "file": keys}

    def open_file(self, ciphertext, file):
        key, vector = file["key"]["k"], file["iv"]
        return {"plaintext": unpadded(decrypt_attachment(decoded(ciphertext), key, file["hashes"]["sha256"], vector))}

    def write_keys(self, key, room, passphrase):
        """A file with the key of a group that began here."""
        session = NioGroupSession(key, self.keys()["ed25519"], self.keys()["curve25519"], room)
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "keys")
            Olm.export_keys_static([session], path, passphrase, 1000)
            with open(path) as file:
                return {"text": file.read()}

    def read_keys(self, text, passphrase, body):
        """What a message says, by the only key in a file."""
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "keys")
            with open(path, "w") as file:
                file.write(text)
            session = Olm.import_keys_static(path, passphrase)[0]
        return {"room": session.room_id, "id": session.id, "text": session.decrypt(body)[0]}

    # Secret storage (client-server API, "m.secret_storage.v1.aes-hmac-sha2")

    def store_secret(self, key, name, secret):
        vector = bytearray(os.urandom(16))
        vector[8] &= 0x7F
        ciphertext, code = seal(decoded(key), name, bytes(vector), secret.encode())
        return {"iv": unpadded(bytes(vector)), "ciphertext": unpadded(ciphertext), "mac": unpadded(code)}

    def take_secret(self, key, name, stored):
        keys, ciphertext = storage_keys(decoded(key), name), decoded(stored["ciphertext"])
        check = hmac.HMAC(keys[32:], hashes.SHA256())
        check.update(ciphertext)
        check.verify(decoded(stored["mac"]))
        return {"secret": counted(keys[:32], decoded(stored["iv"]), ciphertext).decode()}

    def check_storage_key(self, key, description):
        _, code = seal(decoded(key), "", decoded(description["iv"]), bytes(32))
        return {"fits": unpadded(code) == description["mac"].rstrip("=")}


def storage_keys(key, name):
    return HKDF(algorithm=hashes.SHA256(), length=64, salt=bytes(32), info=name.encode()).derive(key)


def counted(key, vector, text):
    cipher = Cipher(algorithms.AES(key), modes.CTR(vector)).encryptor()
    return cipher.update(text) + cipher.finalize()


def seal(key, name, vector, plaintext):
    keys = storage_keys(key, name)
    ciphertext = counted(keys[:32], vector, plaintext)
    code = hmac.HMAC(keys[32:], hashes.SHA256())
    code.update(ciphertext)
    return ciphertext, code.finalize()


def answer(peer, command):
    try:
        return getattr(peer, command.pop("do"))(**command) or {}
    except (KeyError, ValueError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


peer = Peer()
for line in sys.stdin:
    print(json.dumps([answer(peer, command) for command in json.loads(line)]), flush=True)
