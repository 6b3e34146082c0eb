"""Times what others do with the same rules, as Benchmarks/rules.py tells it on standard input, a line a command:

    list             the names of what can be timed, then what is missing and why, each after a tab
    time COUNT NAME  nanoseconds for each of COUNT, the call from Python included; of zen's decisions, which wait for other
                     threads meanwhile, the least the engine itself says that it took

Run by the Python that the peers are installed for. Every workload is checked against the rules written down here before it
is offered.
"""

import itertools
import json
import sys
import time

CASES = [
    (-5, -4, 0, 0, 0), (-4, 5, 1, 5, 2), (-3, 0, -6, 1, 7), (3, -3, 4, 2, 0), (8, 3, -2, 8, 1),
    (5, 1, 6, 0, 3), (0, 2, -4, 6, 2), (1, -1, 7, 2, 9), (-1, 4, 2, 5, 4), (2, 0, 0, 3, 3),
]
ANSWERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
AXES = ["cold_heat", "def_excess", "damp_dry", "qi_stagnation", "shen_unsettled"]
RULES = [
    ("cold_heat <= -3", "def_excess <= -3"), ("cold_heat <= -3", "def_excess >= 3"), ("cold_heat <= -3", "damp_dry <= -3"),
    ("cold_heat >= 3", "def_excess <= -3"), ("cold_heat >= 3", "def_excess >= 3"), ("cold_heat >= 3", "damp_dry >= 3"),
    ("damp_dry <= -3", "qi_stagnation >= 4"), ("damp_dry >= 3", "shen_unsettled >= 4"),
    ("qi_stagnation >= 4", "shen_unsettled >= 4"),
]
W2 = 'age > 21 && (tier == "halo" || points >= 1200) && tags.exists(t, t == "warming")'
OFFER = {"age": 34, "tier": "silver", "points": 1500, "tags": ["calm", "light", "warming"]}
LONG = 3000

contexts = [dict(zip(AXES, case)) for case in CASES]
workloads = {}
said = {}  # of those that say themselves what they took: how it is read from a result, in nanoseconds
missing = []


def offer(name, run, given, expected, plain=lambda result: result):
    """`run(argument)` for each of `given` in turn."""
    for argument, answer in zip(given, expected):
        result = plain(run(argument))
        if result != answer:
            raise ValueError(f"{name}: {result!r} where {answer!r} is right")
    workloads[name] = (run, given)


def chain(land):
    """The nine rules as one conditional expression: the form that costs these engines least."""
    return " : ".join(f"{a} {land} {b} ? {index + 1}" for index, (a, b) in enumerate(RULES)) + " : 0"


def rust():
    import cel

    program, floor = cel.compile(chain("&&")), cel.compile("true")
    offer("cel (Rust): W1", program.execute, contexts, ANSWERS)
    offer("cel (Rust): W1 floor", floor.execute, contexts, [True] * 10)
    offer("cel (Rust): W2", cel.compile(W2).execute, [OFFER], [True])
    offer("cel (Rust): W2 floor", floor.execute, [OFFER], [True])
    workloads["cel (Rust): W2 parse"] = (cel.compile, [W2])


def cpp():
    from cel_expr_python import cel

    kinds = cel.Type
    environment = cel.NewEnv(variables={axis: kinds.INT for axis in AXES})
    activations = [environment.Activation(context) for context in contexts]
    program, floor = environment.compile(chain("&&")), environment.compile("true")
    offer("cel-expr (C++): W1", lambda a: program.eval(activation=a), activations, ANSWERS, lambda v: v.value())
    offer("cel-expr (C++): W1 floor", lambda a: floor.eval(activation=a), activations, [True] * 10, lambda v: v.value())
    offers = cel.NewEnv(
        variables={"age": kinds.INT, "tier": kinds.STRING, "points": kinds.INT, "tags": kinds.List(kinds.STRING)})
    activation = [offers.Activation(OFFER)]
    shown, plain = offers.compile(W2), offers.compile("true")
    offer("cel-expr (C++): W2", lambda a: shown.eval(activation=a), activation, [True], lambda v: v.value())
    offer("cel-expr (C++): W2 floor", lambda a: plain.eval(activation=a), activation, [True], lambda v: v.value())
    workloads["cel-expr (C++): W2 parse and check"] = (offers.compile, [W2])


def zen():
    import zen as library

    program, floor = library.compile_expression(chain("and")), library.compile_expression("true")
    offer("zen: W1", program.evaluate, contexts, ANSWERS)
    offer("zen: W1 floor", floor.evaluate, contexts, [True] * 10)
    text = 'age > 21 and (tier == "halo" or points >= 1200) and some(tags, # == "warming")'
    offer("zen: W2", library.compile_expression(text).evaluate, [OFFER], [True])
    offer("zen: W2 floor", floor.evaluate, [OFFER], [True])
    workloads["zen: W2 parse"] = (library.compile_expression, [text])

    def node(kind, name, content=None):
        made = {"id": name, "type": kind, "name": name, "position": {"x": 0, "y": 0}}
        return {**made, "content": content} if content else made

    def decision(names, rows):
        """A decision table between input and output; without rows, only those two: the floor."""
        nodes = [node("inputNode", "in"), node("outputNode", "out")]
        hops = ["in", "out"]
        if rows:
            inputs = [{"id": name, "name": name, "type": "expression", "field": name} for name in names]
            outputs = [{"id": "kind", "name": "kind", "type": "expression", "field": "kind"}]
            content = {"hitPolicy": "first", "inputs": inputs, "outputs": outputs, "rules": rows}
            nodes.insert(1, node("decisionTableNode", "table", content))
            hops.insert(1, "table")
        edges = [
            {"id": f"{a}-{b}", "sourceId": a, "targetId": b, "type": "edge"} for a, b in zip(hops, hops[1:])]
        return engine.create_decision(json.dumps({"nodes": nodes, "edges": edges})).evaluate

    engine = library.ZenEngine()
    rows = [
        {"_id": f"r{index}", "kind": str(index + 1), **dict(cell.split(" ", 1) for cell in rule)}
        for index, rule in enumerate(RULES)]
    rows.append({"_id": "rest", "kind": "0"})
    offer("zen: W1 table", decision(AXES, rows), contexts, ANSWERS, lambda r: r["result"]["kind"])
    offer("zen: W1 table floor", decision(AXES, []), contexts, contexts, lambda r: r["result"])
    said["zen: W1 table"] = said["zen: W1 table floor"] = performance
    rows = [{"_id": f"r{row}", "product": f'"product_{row}"', "kind": str(row * 7)} for row in range(LONG)]
    long = decision(["product"], rows)
    for words, row in [("first row", 0), ("last row", LONG - 1)]:
        given = [{"product": f"product_{row}"}]
        offer(f"zen: table of {LONG}, text, {words}", long, given, [row * 7], lambda r: r["result"]["kind"])
        said[f"zen: table of {LONG}, text, {words}"] = performance


def performance(result):
    text = result["performance"]
    for unit, factor in [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]:
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * factor
    raise ValueError(text)


def nanoseconds(name, count):
    run, given = workloads[name]
    turn = itertools.cycle(given)
    arguments = [next(turn) for _ in range(count)]
    if name in said:
        return min(said[name](run(argument)) for argument in arguments)
    begin = time.perf_counter_ns()
    for argument in arguments:
        run(argument)
    return (time.perf_counter_ns() - begin) / count


for name, make in [("common-expression-language", rust), ("cel-expr-python", cpp), ("zen-engine", zen)]:
    try:
        make()
    except Exception as error:
        missing.append(f"{name}: {type(error).__name__}: {error}".replace("\t", " ").replace("\n", " "))

for line in sys.stdin:
    words = line.split()
    if words[0] == "list":
        print("\t".join(list(workloads) + ["!" + reason for reason in missing]), flush=True)
    else:
        print(nanoseconds(" ".join(words[2:]), int(words[1])), flush=True)
