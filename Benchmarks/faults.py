#!/usr/bin/env python3
"""Whether every command that writes leaves the old files or the new ones, whatever goes wrong.

    python3 Benchmarks/faults.py [--program .build/bin/terrain] [--trials 20] [--seed 1] [--only NAME]

The commands come from `terrain --help`: one that is in no list of `fault_cases.py` is an error. Each is ended by SIGKILL at
random moments, runs on a full disk (a small tmpfs; needs root), beyond a limit of file sizes, with descriptors 0, 1 and 2
closed, with its inputs unreadable, cut, or replaced by folders, links to nothing and pipes, and while an input changes or a file
that is about to be replaced is saved by somebody else.
Afterwards every file is as it was before, or as an undisturbed run leaves it. Exit statuses are 0, 1 and 2, and 2 means that
nothing was written (but for a report of a run that failed, and where what was written could not be said). Not a benchmark: nothing is timed.
"""

import argparse
import itertools
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import fault_cases

NOBODY = 65534


def leaves(program, path=()):
    """Every command that has no commands of its own, from the pages of help."""
    page = subprocess.run([program, *path, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    found = re.findall(r"^COMMANDS.*\n((?:  .*\n)+)", page, re.M)
    if not found:
        return [" ".join(path)]
    names = re.findall(r"^  ([a-z]\S*)", "".join(found), re.M)
    return [leaf for name in names for leaf in leaves(program, (*path, name))]


def state(folder):
    """The bytes of every file under `folder`; what cannot be read is None."""
    files = {}
    for place, folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            files[os.path.relpath(path, folder)] = None if not os.path.isfile(path) else content(path)
    return files


def content(path):
    with open(path, "rb") as file:
        return file.read()


class Trials:
    def __init__(self, program, base, work, chance):
        self.program, self.base, self.work, self.chance = program, base, work, chance
        self.faults, self.count, self.mixed = [], 0, {}
        self.old = state(base)

    def fresh(self, under=None):
        folder = os.path.join(under or self.work, "w")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.base, folder, symlinks=True)
        return folder

    def start(self, name, folder, **more):
        command = [self.program, *name.split(" + ")[0].split(), *fault_cases.CASES[name]]
        given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **more}
        return subprocess.Popen(command, cwd=folder, start_new_session=True, **given)

    def end(self, name, what, process, timeout=60):
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self.faults.append(f"{name}: {what}: hangs")
            return None

    def measure(self, name):
        """What an undisturbed run leaves, its status, and how long it takes."""
        folder, begin = self.fresh(), time.perf_counter()
        status = self.end(name, "undisturbed", self.start(name, folder))
        seconds, new = time.perf_counter() - begin, state(folder)
        if status not in (0, 1) or (new == self.old and not name.startswith("population")):
            again = self.start(name, self.fresh(), stderr=subprocess.PIPE)
            self.faults.append(f"{name}: does not write: status {status}: {again.communicate()[1][:300]}")
        return status, seconds, new

    def judge(self, name, what, folder, status, new, allowed=(0, 1, 2), is_heard=True):
        """`is_heard`: what the command prints is read; where it is not, status 2 is right after everything was written, too."""
        self.count += 1
        if status is None:
            return
        if status not in allowed:
            self.faults.append(f"{name}: {what}: status {status}")
        now = state(folder)
        stray = []
        for path in set(now) | set(self.old) | set(new):
            right = [files.get(path) for files in (self.old, new)]
            if now.get(path) not in right and not self.is_part(name, path, now.get(path), new.get(path)):
                stray.append(path)
        if stray:
            self.faults.append(f"{name}: {what}: neither old nor new: {', '.join(sorted(stray)[:5])}")
        elif status == 0 and now != new and "junit.xml" not in now:
            self.faults.append(f"{name}: {what}: status 0, but not all is written")
        elif status == 2 and now != self.old and (is_heard or now != new) and name != "test + junit":
            wrote = sorted(path for path in now if now[path] != self.old.get(path))
            self.faults.append(f"{name}: {what}: status 2, but wrote {', '.join(wrote[:5])}")
        elif now not in (self.old, new):
            self.mixed[name] = self.mixed.get(name, 0) + 1

    def is_part(self, name, path, now, new):
        """A file with durations is never the same twice: it is whole."""
        return path == "junit.xml" and now is not None and now.rstrip().endswith(b"</testsuites>")

    # MARK: Faults

    def kills(self, name, seconds, new, trials):
        for _ in range(trials):
            folder = self.fresh()
            process = self.start(name, folder)
            time.sleep(self.chance.uniform(0, 1.05 * seconds))
            os.killpg(process.pid, signal.SIGKILL) if process.poll() is None else None
            process.wait()
            self.judge(name, "killed", folder, process.returncode, new, allowed=(0, 1, -signal.SIGKILL))

    def sizes(self, name, new, trials):
        largest = max([len(text) for path, text in new.items() if text != self.old.get(path)] or [0])
        for trial in range(trials):
            limit = 0 if trial == 0 else self.chance.randrange(0, largest + 1)
            for action in signal.SIG_IGN, signal.SIG_DFL:

                def prepare():
                    signal.signal(signal.SIGXFSZ, action)
                    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

                folder = self.fresh()
                process = self.start(name, folder, preexec_fn=prepare)
                status = self.end(name, "limit of file sizes", process)
                allowed = (0, 1, 2) if action == signal.SIG_IGN else (0, 1, 2, -signal.SIGXFSZ)
                self.judge(name, f"files of at most {limit} bytes", folder, status, new, allowed)

    def full(self, name, new, trials, disk):
        largest = sum(len(text) for path, text in new.items() if text != self.old.get(path))
        for trial in range(trials):
            folder = self.fresh(disk)
            filler, left = os.path.join(disk, "filler"), 0 if trial == 0 else self.chance.randrange(0, largest + 8192)
            free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
            with open(filler, "wb") as file:
                file.write(b"x" * max(0, free - left))
            status = self.end(name, "full disk", self.start(name, folder))
            os.remove(filler)
            self.judge(name, f"{left} bytes left on the disk", folder, status, new)

    def closed(self, name, new):
        for count in 1, 2, 3:
            for numbers in itertools.combinations((0, 1, 2), count):
                folder = self.fresh()
                process = self.start(name, folder, preexec_fn=lambda: [os.close(number) for number in numbers])
                status = self.end(name, f"{numbers} closed", process)
                self.judge(name, f"{numbers} closed", folder, status, new, is_heard=False)
        for stream in "stdout", "stderr":
            with open("/dev/full", "wb") as device:
                folder = self.fresh()
                status = self.end(name, f"{stream} full", self.start(name, folder, **{stream: device}))
            self.count += 1
            if status not in (0, 1, 2):
                self.faults.append(f"{name}: {stream} full: status {status}")

    def inputs(self, name):
        """Each input of a name that the command might read, unreadable in each way."""
        paths = [path for path in self.old if "Schemas" not in path and not path.endswith(".txt")]
        mine = [path for path in paths if path in fault_cases.CASES[name]]
        paths = mine + self.chance.sample(paths, 4)
        for path in paths:
            for way in "forbidden", "folder", "dangling", "pipe", "empty", "cut":
                # A pipe that is named on the command line is waited for, as `cat` does: somebody may come to its other end.
                if way == "pipe" and path in mine:
                    continue
                folder = self.fresh()
                target = os.path.join(folder, path)
                if way == "forbidden":
                    os.chmod(target, 0)
                elif way == "cut":
                    os.truncate(target, self.chance.randrange(0, os.path.getsize(target) + 1))
                elif way == "empty":
                    os.truncate(target, 0)
                else:
                    os.remove(target)
                    {"folder": os.mkdir, "pipe": os.mkfifo, "dangling": lambda at: os.symlink("nothing", at)}[way](target)
                more = {}
                if way == "forbidden" and os.geteuid() == 0:
                    subprocess.run(["chown", "-R", str(NOBODY), folder], check=True)
                    more = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
                before = {at: text for at, text in state(folder).items()}
                what = f"{path} is {way}"
                status = self.end(name, what, self.start(name, folder, **more), timeout=20)
                self.count += 1
                after = state(folder)
                if status is not None and status not in (0, 1, 2):
                    self.faults.append(f"{name}: {what}: status {status}")
                # The formatter goes on to the next file where one cannot be read; a report contains what could not be read.
                may_write = name.startswith(("fmt", "test + junit", "validate + output"))
                if status == 2 and after != before and not may_write:
                    wrote = [at for at in after if after[at] != before.get(at)]
                    self.faults.append(f"{name}: {what}: status 2, but wrote {', '.join(sorted(wrote)[:5])}")

    def saved(self, name, seconds, new, trials):
        """Somebody saves a file that the command is about to replace, at any moment: what was saved may not be lost."""
        replaced = [path for path in new if path.endswith(".yaml") and self.old.get(path, new[path]) != new[path]]
        for path in replaced:
            text = self.old[path] + b"\n# saved meanwhile\n"
            folder = self.fresh()
            fault_cases.write(folder, path, text.decode())
            self.end(name, "saved", self.start(name, folder))
            right = (text, state(folder)[path])
            for _ in range(trials):
                folder = self.fresh()
                fault_cases.write(folder, "next", text.decode())
                process = self.start(name, folder)
                time.sleep(self.chance.uniform(0, seconds))
                os.replace(os.path.join(folder, "next"), os.path.join(folder, path))
                status = self.end(name, "saved", process)
                self.count += 1
                if content(os.path.join(folder, path)) not in right:
                    self.faults.append(f"{name}: {path} was saved meanwhile: status {status}: what was saved is lost")

    def changing(self, name, path, other, trials):
        """The input `path` is replaced by `other` and back as fast as can be while the command runs."""
        first = self.old[path].decode()
        results = []
        for text in first, other:
            folder = self.fresh()
            fault_cases.write(folder, path, text)
            self.end(name, "changing", self.start(name, folder))
            files = state(folder)
            files.pop(path)
            results.append(files)
        for _ in range(trials):
            folder, done = self.fresh(), threading.Event()

            def change():
                for text in itertools.cycle([other, first]):
                    fault_cases.write(folder, "next", text)
                    os.replace(os.path.join(folder, "next"), os.path.join(folder, path))
                    if done.is_set():
                        return
                    time.sleep(0.0005)

            thread = threading.Thread(target=change)
            thread.start()
            status = self.end(name, "changing", self.start(name, folder))
            done.set()
            thread.join()
            self.count += 1
            files = state(folder)
            files.pop(path)
            files.pop("next", None)
            before = {at: text for at, text in self.old.items() if at != path}
            if files not in (*results, before):
                wrote = [at for at in files if all(files[at] != result.get(at) for result in results)]
                self.faults.append(f"{name}: {path} changes: status {status}: of neither version: {wrote[:3]}")


# Commands whose files are never the same twice, or that go on where an earlier run ended.
UNLIKE = ("test + junit",)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/bin/terrain")
    options.add_argument("--trials", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="")
    options = options.parse_args()
    program, chance = os.path.abspath(options.program), random.Random(options.seed)
    os.environ["TERRAIN_HOME"] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    known = {name.split(" + ")[0] for name in fault_cases.CASES} | fault_cases.PRINTING | set(fault_cases.ELSEWHERE)
    unknown = sorted(name for name in set(leaves(program)) - known if not name.startswith("explain "))
    faults = [f"`terrain {name}` is in no list of fault_cases.py" for name in unknown]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        base, work, disk = (os.path.join(folder, name) for name in ("base", "work", "disk"))
        os.mkdir(work)
        os.mkdir(disk)
        fault_cases.make(program, base)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "none", disk], stderr=subprocess.DEVNULL).returncode == 0
        if not mounted:
            print("SKIPPED: no disk is filled, because nothing can be mounted here (needs root)")
        try:
            trials = Trials(program, base, work, chance)
            for name in fault_cases.CASES:
                if options.only not in name:
                    continue
                count, printed, begin = trials.count, len(trials.faults), time.perf_counter()
                status, seconds, new = trials.measure(name)
                trials.kills(name, seconds, new, options.trials)
                trials.sizes(name, new, max(2, options.trials // 4))
                if mounted:
                    trials.full(name, new, max(2, options.trials // 4), disk)
                trials.closed(name, new)
                if options.trials >= 10:
                    trials.inputs(name)
                rules = trials.old["Rules/shop/today.yaml"].decode()
                trials.saved(name, seconds, new, max(2, options.trials // 2))
                if new.get("Rules/shop/today.yaml") == trials.old["Rules/shop/today.yaml"] and not name.startswith(UNLIKE):
                    trials.changing(name, "Rules/shop/today.yaml", rules.replace("value: 18", "value: 19"), options.trials)
                print(f"{name:28}{trials.count - count:6} trials{time.perf_counter() - begin:7.1f} s", flush=True)
                # At once, because the whole takes hours on a machine with other work.
                for fault in trials.faults[printed:]:
                    print("FAULT:", fault, flush=True)
        finally:
            if mounted:
                subprocess.run(["umount", disk], check=True)
        for name, count in sorted(trials.mixed.items()):
            print(f"{name}: {count} times some files were new and others old, each whole")
        for fault in faults:
            print("FAULT:", fault)
        count = len(faults) + len(trials.faults)
        print(f"{trials.count} trials, {count} faults; seed {options.seed}")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
