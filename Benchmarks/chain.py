#!/usr/bin/env python3
"""A year of a chain: many members' events through `terrain loyalty replay`, beside a model of EMBERA's program in Python.

    python3 Benchmarks/chain.py                  # 100,000 members, five million events, sample of 2,000
    python3 Benchmarks/chain.py --scale 0.1      # a tenth of it
    python3 Benchmarks/chain.py --spark          # the same lines from PySpark, partitioned by account (where installed)

Orders with lines and without, deliveries whose points wait, rewards that are spent, given back or lapse, returns by money and by line,
a campaign with a budget that ends, and late events. Budgets are granted when events arrive, as `loyalty earn --budgets` does; replay reads
the grants. The model folds a sample of the members by itself, from the same lines, and every balance has to be equal.
Prints events per second and the memory of each run; TERRAIN names the program.
"""
import argparse
import datetime as dt
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import zoneinfo

ROOT = pathlib.Path(__file__).parent.parent
ZONE = zoneinfo.ZoneInfo("America/New_York")
UTC = dt.timezone.utc
VIEWED = "2027-03-15T12:00:00Z"
PRODUCTS = {"guji-natural": "single_origin", "house-ember": "blend", "hand-mill": "equipment"}
REWARDS = {"extra-shot": 50, "free-drip": 150, "pastry": 250, "free-latte": 300}
TOTAL, PER_DAY = 500_000, 20_000
# What an order costs at least that brings a welcome, in cents.
WELCOME = 500


def stamp(t):
    return t.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local(text):
    return dt.datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(ZONE)


# ---- events --------------------------------------------------------------------------------------------------------------


def member_events(number, dice, count):
    """About `count` events of a member, by time, each with the delay of its arrival."""
    account, events, day = f"m{number:06d}", [], dt.timedelta(days=1)
    orders = 0
    while len(events) < count:
        moment = dt.datetime(2026, 1, 1, 7, tzinfo=ZONE) + dt.timedelta(
            days=dice.randrange(365), minutes=dice.randrange(13 * 60), seconds=dice.randrange(60))
        orders += 1
        id = f"o{orders}"
        kind = dice.random()
        if kind < 0.12:
            reward = dice.choice(list(REWARDS))
            events.append((moment, {"id": id, "type": "reserve", "facts": {"reward": reward}}))
            end = dice.random()
            if end < 0.85:
                step = "commit" if end < 0.7 else "cancel"
                events.append((moment + dt.timedelta(minutes=dice.randrange(1, 45)), {"id": f"{step}-{id}", "type": step, "of": id}))
            continue
        facts = {}
        lines = []
        minor = dice.randrange(250, 6000)
        if dice.random() < 0.4:
            for line in range(dice.randrange(1, 4)):
                lines.append({"product": dice.choice(list(PRODUCTS)), "quantity": dice.randrange(1, 4),
                              "amount": {"currency": "USD", "minor": dice.randrange(200, 2500)}})
            minor = sum(line["amount"]["minor"] for line in lines) + dice.choice([0, 0, 350])
            facts["lines"] = lines
        if dice.random() < 0.04:
            facts["birthday"] = True
        delivered = dice.random() < 0.15
        if delivered:
            facts["fulfilment"] = "delivery"
        event = {"id": id, "type": "earn", "amount": {"currency": "USD", "minor": minor}}
        if facts:
            event["facts"] = facts
        events.append((moment, event))
        if delivered:
            events.append((moment + 2 * day, {"id": f"commit-{id}", "type": "commit", "of": id}))
        if dice.random() < 0.08:
            at = moment + dice.randrange(3, 40) * day
            if lines and dice.random() < 0.6:
                line = dice.randrange(len(lines))
                back = {"id": f"back-{id}", "type": "refund", "of": id,
                        "amount": {"currency": "USD", "minor": lines[line]["amount"]["minor"] // lines[line]["quantity"]},
                        "facts": {"lines": [{"id": str(line), "product": lines[line]["product"], "quantity": 1}]}}
            else:
                back = {"id": f"back-{id}", "type": "refund", "of": id,
                        "amount": {"currency": "USD", "minor": dice.randrange(1, minor)}}
            events.append((at, back))
    result = []
    for moment, event in events:
        late = dt.timedelta(hours=dice.randrange(1, 200)) if dice.random() < 0.05 else dt.timedelta()
        result.append((moment + late, {"account": account, **event, "time": stamp(moment)}))
    return result


def wanted(event):
    """What an order draws on the budget of Tuesday afternoons, by line."""
    if event["type"] != "earn" or "lines" not in event.get("facts", {}):
        return []
    moment = local(event["time"])
    if moment.isoweekday() != 2 or not 14 <= moment.hour <= 16:
        return []
    return [line["amount"]["minor"] * 10 // 100 for line in event["facts"]["lines"]
            if PRODUCTS[line["product"]] != "equipment"]


class Budget:
    def __init__(self):
        self.granted, self.days = 0, {}

    def grant(self, event):
        want = sum(wanted(event))
        if not want:
            return
        day = local(event["time"]).date()
        left = max(0, min(TOTAL - self.granted, PER_DAY - self.days.get(day, 0)))
        given = min(want, left)
        if given:
            self.granted += given
            self.days[day] = self.days.get(day, 0) + given
            event["grants"] = {"tuesday-afternoon": given}


# ---- the model -----------------------------------------------------------------------------------------------------------


class Lot:
    def __init__(self, order, entry, left, line):
        self.order, self.entry, self.left, self.line = order, entry, left, line
        self.since = self.expires = None


class Member:
    """EMBERA's program for one member: events in the order of time and id."""

    def __init__(self):
        self.lots, self.waiting, self.holds = [], {}, []
        self.active = self.pending = self.held = self.lifetime = 0
        self.sums = dict(earned=0, spent=0, expired=0, taken_back=0)
        self.orders, self.level, self.lost, self.qualified = {}, "ember", None, "ember"
        # Lower levels that it had before, and since when it had these or higher ones.
        self.since, self.before = None, []
        # Orders that were not returned, and those of them that are large enough for a welcome.
        self.tuesday, self.birthdays, self.order_count, self.welcomes = {}, {}, 0, 0

    # Time.
    def expire(self, lot):
        self.active -= lot.left
        self.sums["expired"] += lot.left
        lot.order["expired"] += lot.left
        if lot.line is not None:
            lot.order["lines"][lot.line]["expired"] += lot.left
        lot.left = 0

    def advance(self, now):
        while True:
            due = [(hold["lapses"], 1, hold) for hold in self.holds if hold["lapses"] <= now]
            due += [(lot.expires, 2, lot) for lot in self.lots[:1] if lot.expires <= now]
            if self.lost is not None and self.lost <= now:
                due.append((self.lost, 4, None))
            if not due:
                return
            at, kind, what = min(due, key=lambda d: d[:2])
            if kind == 1:
                self.give_back(what, at)
            elif kind == 2:
                self.lots.remove(what)
                self.expire(what)
            else:
                self.lower(at)

    def give_back(self, hold, at):
        self.holds.remove(hold)
        self.held -= hold["amount"]
        for lot, amount in hold["parts"]:
            part = Lot(lot.order, lot.entry, amount, lot.line)
            part.since, part.expires = lot.since, lot.expires
            if part.expires <= at:
                self.active += amount
                self.expire(part)
            else:
                self.begin(part)

    def begin(self, lot):
        fills = min(max(0, -self.active), lot.left)
        self.active += lot.left
        lot.left -= fills
        if lot.left > 0:
            for known in self.lots:
                if (known.order["id"], known.entry) == (lot.order["id"], lot.entry):
                    known.left += lot.left
                    return
            self.lots.append(lot)
            self.lots.sort(key=lambda l: (l.expires, l.since, l.order["id"], l.entry))

    def count(self, lot, at):
        """A lot begins to count."""
        lot.since = at
        day = at.astimezone(ZONE).date()
        month = day.year * 12 + day.month - 1 + 13
        lot.expires = dt.datetime(month // 12, month % 12 + 1, 1, tzinfo=ZONE).astimezone(UTC)
        self.lifetime += lot.left
        self.begin(lot)

    def look(self, at):
        rank = ["ember", "aura", "halo"]
        self.qualified = "ember" if not self.order_count else "halo" if self.lifetime >= 1200 else \
            "aura" if self.lifetime >= 500 else "ember"
        now, then = rank.index(self.qualified), rank.index(self.level)
        if now == then:
            self.lost = None
        elif now > then:
            self.before.append((self.level, self.since))
            self.level, self.lost, self.since = self.qualified, None, at
        elif self.lost is None and at - self.since < dt.timedelta(hours=24):
            self.lower()
        elif self.lost is None:
            day = at.astimezone(ZONE)
            self.lost = (day.replace(tzinfo=None) + dt.timedelta(days=30)).replace(tzinfo=ZONE).astimezone(UTC)

    def lower(self, at=None):
        """The level becomes the one that is qualified for: from `at` on, or since it or a higher one was reached."""
        rank = ["ember", "aura", "halo"]
        since = self.since
        while self.before and rank.index(self.before[-1][0]) >= rank.index(self.qualified):
            since = self.before.pop()[1]
        self.level, self.lost, self.since = self.qualified, None, at or since

    # Events.
    def fold(self, event):
        at = dt.datetime.fromisoformat(event["time"].replace("Z", "+00:00"))
        self.advance(at)
        if self.since is None:
            self.since = at
        lifetime = self.lifetime
        count = self.order_count
        getattr(self, event["type"])(event, at)
        if self.lifetime != lifetime or self.order_count != count:
            self.look(at)

    def earn(self, event, at):
        moment, facts = at.astimezone(ZONE), event.get("facts", {})
        lines = facts.get("lines", [])
        order = dict(id=event["id"], money=event["amount"]["minor"], returned=0, earned=0, taken=0, whole=0, expired=0, gone=False,
                     lines=[dict(quantity=l["quantity"], earned=0, taken=0, expired=0, back=0) for l in lines])
        self.orders[event["id"]] = order
        grant = event.get("grants", {}).get("tuesday-afternoon", 0)
        entries, base = [], 0
        for number, line in enumerate(lines):
            points = line["amount"]["minor"] * 10 // 100
            entries.append((points, number))
            base += points
            if moment.isoweekday() == 2 and 14 <= moment.hour <= 16 and PRODUCTS[line["product"]] != "equipment":
                more = min(points, grant)
                grant -= more
                entries.append((more, number))
        rest = (order["money"] - sum(l["amount"]["minor"] for l in lines)) * 10 // 100
        entries.append((rest, None))
        base += rest
        if moment.month == 11 and any(PRODUCTS[l["product"]] == "single_origin" for l in lines):
            entries.append((min(base, 500), None))
        day = moment.date()
        if moment.isoweekday() == 2 and self.level != "ember":
            more = min(base * 3 // 2 - base, max(0, 300 - self.tuesday.get(day, 0)))
            self.tuesday[day] = self.tuesday.get(day, 0) + more
            entries.append((more, None))
        if order["money"] >= WELCOME and self.welcomes == 0:
            entries.append((100, None))
        if facts.get("birthday") and not self.birthdays.get(day.year):
            self.birthdays[day.year] = order
            entries.append((200, None))
        assert sum(e[0] for e in entries) <= 5000
        self.order_count += 1
        self.welcomes += order["money"] >= WELCOME
        order["lots"], number = [], 0
        for points, line in entries:
            if not points:
                continue
            number += 1
            order["earned"] += points
            self.sums["earned"] += points
            if line is not None:
                order["lines"][line]["earned"] += points
            lot = Lot(order, number, points, line)
            order["lots"].append(lot)
            if facts.get("fulfilment") == "delivery":
                self.pending += points
                self.waiting.setdefault(event["id"], []).append(lot)
            else:
                self.count(lot, at)

    def reserve(self, event, at):
        cost = REWARDS[event["facts"]["reward"]]
        if cost > self.active:
            return
        parts, left = [], cost
        while left:
            lot = self.lots[0]
            amount = min(lot.left, left)
            parts.append((lot, amount))
            left -= amount
            lot.left -= amount
            if not lot.left:
                self.lots.pop(0)
        self.active -= cost
        self.held += cost
        self.holds.append(dict(id=event["id"], amount=cost, parts=parts, lapses=at + dt.timedelta(minutes=30)))

    def hold(self, id):
        return next((hold for hold in self.holds if hold["id"] == id), None)

    def commit(self, event, at):
        hold = self.hold(event["of"])
        if hold:
            self.holds.remove(hold)
            self.held -= hold["amount"]
            self.sums["spent"] += hold["amount"]
        for lot in self.waiting.pop(event["of"], []):
            self.pending -= lot.left
            self.count(lot, at)

    def cancel(self, event, at):
        hold = self.hold(event["of"])
        if hold:
            self.give_back(hold, at)

    def refund(self, event, at):
        order, money = self.orders[event["of"]], event["amount"]["minor"]
        if order["returned"] + money > order["money"]:
            return
        back = order["returned"] + money
        lines = event.get("facts", {}).get("lines", [])
        for line in lines:
            own = order["lines"][int(line["id"])]
            if line["quantity"] > own["quantity"] - own["back"]:
                return
            before, own["back"] = own["back"], own["back"] + line["quantity"]
            kept = own["earned"] * (own["quantity"] - before - line["quantity"]) // own["quantity"]
            amount = max(0, min(own["earned"] - kept, own["earned"] - own["expired"]) - own["taken"])
            self.take_back(amount, order, int(line["id"]), own)
        part = dict(order)
        if lines:
            for key in ("earned", "taken", "expired"):
                part[key] -= sum(line[key] for line in order["lines"])
            if order["earned"]:
                # Of what returns without lines took, the rest has its share.
                part["taken"] += order["whole"] * part["earned"] // order["earned"] - order["whole"]
        kept = 0 if back >= order["money"] else part["earned"] * (order["money"] - back) // order["money"]
        amount = max(0, min(part["earned"] - kept, part["earned"] - part["expired"]) - part["taken"])
        self.take_back(amount, order, None if lines else "all", part)
        order["returned"] = back
        if not order["gone"] and (back >= order["money"] or lines and all(l["back"] == l["quantity"] for l in order["lines"])):
            # All of it was returned: it counts in no window any more.
            order["gone"] = True
            self.order_count -= 1
            self.welcomes -= order["money"] >= WELCOME
            self.birthdays = {year: first for year, first in self.birthdays.items() if first is not order}

    def take_back(self, wanted, order, line, part):
        amount = min(wanted, part["earned"] - part["taken"], order["earned"] - order["taken"])
        if amount <= 0:
            return
        rest = amount
        own = [lot for lot in self.lots if lot.order is order]
        for some in ([lot for lot in own if line == "all" or lot.line == line], own):
            for lot in some:
                taken = min(lot.left, rest)
                lot.left -= taken
                rest -= taken
                self.active -= taken
        for lot in list(self.lots):
            taken = min(lot.left, rest)
            lot.left -= taken
            rest -= taken
            self.active -= taken
        self.active -= rest
        self.lots = [lot for lot in self.lots if lot.left]
        self.lifetime -= amount
        self.sums["taken_back"] += amount
        order["taken"] += amount
        order["whole"] += amount if line == "all" else 0
        if isinstance(line, int):
            order["lines"][line]["taken"] += amount

    def balance(self):
        return dict(balance=self.active + self.pending + self.held, active=self.active, pending=self.pending, held=self.held,
                    lifetime=self.lifetime, adjusted=0, **self.sums)


def modelled(lines):
    member = Member()
    for event in sorted(map(json.loads, lines), key=lambda e: (e["time"], e["id"])):
        member.fold(event)
    member.advance(dt.datetime.fromisoformat(VIEWED.replace("Z", "+00:00")))
    return member


# ---- runs ----------------------------------------------------------------------------------------------------------------


def write_events(folder, members, per_member, sample):
    """Writes the events grouped by account, and in the order of their arrival; the grouped lines of `sample`."""
    dice, budget = random.Random(1), Budget()
    known, lines = {}, []
    for number in range(members):
        own = member_events(number, dice, per_member)
        for arrival, event in own:
            # Grants are given in the order of arrival; only what may draw on the budget is kept until then.
            if wanted(event):
                known[(arrival, event["account"], event["id"])] = event
            lines.append((event["account"], arrival.timestamp(), event))
    for key in sorted(known):
        budget.grant(known[key])
    kept = {}
    with open(folder / "grouped.ndjson", "w") as file:
        for account, _, event in lines:
            text = json.dumps(event, separators=(",", ":"))
            file.write(text + "\n")
            if account in sample:
                kept.setdefault(account, []).append(text)
    lines.sort(key=lambda line: line[1])
    with open(folder / "arrival.ndjson", "w") as file:
        for _, _, event in lines:
            file.write(json.dumps(event, separators=(",", ":")) + "\n")
    return len(lines), kept, budget.granted


def most_memory(process):
    """The most memory that `process` has had since its program began, in KiB; 0 once it has ended."""
    with open(f"/proc/{process}/status") as status:
        return next((int(line.split()[1]) for line in status if line.startswith("VmHWM:")), 0)


def replay(program, file, *options):
    before = time.monotonic()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [program, "loyalty", "replay", str(file), "--pack", str(ROOT / "ContentPacks/embera"), "--balances",
             "--now", VIEWED, *options], stdout=out)
        # The maximum that `wait4` reports is at least what this process had when it forked, which has all events.
        memory, ended = 0, 0
        while not ended:
            memory = max(memory, most_memory(process.pid))
            time.sleep(0.02)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        took = time.monotonic() - before
        if status:
            sys.exit(f"the replay of {file} failed")
        out.seek(0)
        accounts = {json.loads(line)["account"]: line.decode().rstrip("\n") for line in out}
    return accounts, took, usage.ru_utime + usage.ru_stime, memory / 1024


def compare(accounts, kept):
    differing = []
    for account, lines in kept.items():
        member, row = modelled(lines), json.loads(accounts[account])
        if row["balances"]["points"] != member.balance() or row["level"] != member.level:
            differing.append((account, row["balances"]["points"], row["level"], member.balance(), member.level))
    return differing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--sample", type=int, default=2000)
    parser.add_argument("--spark", action="store_true")
    arguments = parser.parse_args()
    program = os.environ.get("TERRAIN", str(ROOT / ".build/bin/terrain"))
    members = int(100_000 * arguments.scale)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sample = {f"m{n:06d}" for n in random.Random(2).sample(range(members), min(arguments.sample, members))}
        count, kept, granted = write_events(folder, members, 49, sample)
        print(f"{members:,} members, {count:,} events, {granted:,} points granted by the budget")
        results = {}
        for name, options in [("grouped", ["--grouped"]), ("grouped", []), ("arrival", [])]:
            label = f"{name}{' --grouped' if options else ''}"
            accounts, took, cpu, memory = replay(program, folder / f"{name}.ndjson", *options)
            results[label] = accounts
            size = (folder / f"{name}.ndjson").stat().st_size / 2**20
            print(f"{label:20} {count / took:10,.0f} events/s  {took:6.1f} s  {cpu:6.1f} s CPU  {memory:6.0f} MB "
                  f"(the file: {size:.0f} MB)")
        first, *others = results.values()
        print("all runs agree" if all(other == first for other in others) else "THE RUNS DIFFER")
        differing = compare(first, kept)
        print(f"model: {len(kept):,} members, {len(differing)} differ")
        for account, *rest in differing[:3]:
            print(account, *rest, sep="\n  ")
        if arguments.spark:
            spark(program, folder, first)
        sys.exit(bool(differing))


def spark(program, folder, expected):
    """Replays partitions by account from PySpark, and compares the lines."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        print("SKIPPED: pyspark is not installed")
        return
    session = SparkSession.builder.master("local[2]").appName("chain").getOrCreate()
    command = [program, "loyalty", "replay", "-", "--pack", str(ROOT / "ContentPacks/embera"), "--balances", "--now", VIEWED]

    def part(lines):
        lines = list(lines)
        if not lines:
            return
        run = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
        yield from run.stdout.splitlines()

    events = session.sparkContext.textFile(str(folder / "arrival.ndjson"))
    by_account = events.map(lambda line: (json.loads(line)["account"], line)).partitionBy(8).values()
    before = time.monotonic()
    accounts = {json.loads(line)["account"]: line for line in by_account.mapPartitions(part).collect()}
    took = time.monotonic() - before
    print(f"PySpark: {took:.1f} s, {'the same bytes' if accounts == expected else 'OTHER BYTES'}")
    session.stop()


main()
