"""Starts the measured processes before the rest of the script lowers its priority.

Linux has a priority for each thread, and a process inherits that of the thread that starts it. So a thread of normal
priority starts the server, the probe and its control, and the attacking clients run at a lower priority: they compete
for processor time with each other.
"""

import asyncio
import concurrent.futures
import os
import subprocess

# Steps of niceness. 3 steps halve the weight of a thread; 5 leave a third.
GIVES_WAY = 5


class Spawner:
    def __init__(self):
        # The thread lives as long as the script: a process that dies with its parent dies with this thread.
        self._thread = concurrent.futures.ThreadPoolExecutor(1)
        self._thread.submit(int).result()
        os.nice(GIVES_WAY)

    async def start(self, *arguments, **options):
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: subprocess.Popen(*arguments, **options))
