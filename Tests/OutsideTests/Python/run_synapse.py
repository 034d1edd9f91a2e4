"""Runs Synapse in this process, and ends it with its standard input: whoever started it is gone then."""

import os
import runpy
import signal
import sys
import threading
import time


def end_with_the_input():
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(10)
    os._exit(1)


threading.Thread(target=end_with_the_input, daemon=True).start()
sys.argv[0] = "synapse"
runpy.run_module("synapse.app.homeserver", run_name="__main__")
