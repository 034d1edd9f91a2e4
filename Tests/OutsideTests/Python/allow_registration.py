"""Lets people register on a Synapse with a token: allow_registration.py DATABASE TOKEN."""

import sqlite3
import sys

with sqlite3.connect(sys.argv[1], timeout=30) as database:
    database.execute(
        "INSERT INTO registration_tokens (token, pending, completed) VALUES (?, 0, 0)", [sys.argv[2]]
    )
