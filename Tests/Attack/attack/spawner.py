"""Starts the processes that are measured, before the rest of the script gives way to them.

Linux has a priority for each thread, and a process has that of the thread which started it. So the server, the probe
and its control are started by a thread of the usual priority, and the clients that attack are in one of a lower: what
they take of the processors, they take from each other.
"""

import asyncio
import concurrent.futures
import os
import subprocess

# Half the weight of a thread of the usual priority is 3 steps; 5 are a third.
GIVES_WAY = 5


class Spawner:
    def __init__(self):
        # It lives as long as the script: a process that dies with its parent dies with this thread.
        self._thread = concurrent.futures.ThreadPoolExecutor(1)
        self._thread.submit(int).result()
        os.nice(GIVES_WAY)

    async def start(self, *arguments, **options):
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: subprocess.Popen(*arguments, **options))
