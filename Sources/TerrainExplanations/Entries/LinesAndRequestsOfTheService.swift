extension ExplanationText {
  static let linesAndRequestsOfTheService = #"""
    # rpc/not-a-request
    A request has to be an object.
    - Why: Nothing can be called, and no id can be answered.
    - Wrong: `[1, 2]`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health"}`

    # rpc/version
    A request needs the member `jsonrpc` with its version.
    - Why: JSON-RPC 1.0 and 2.0 differ; the member says which one is meant.
    - Wrong: `{"id": 1, "method": "health"}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health"}`

    # rpc/no-method
    A request needs the name of its method as text.
    - Why: It is not known what is asked.
    - Wrong: `{"jsonrpc": "2.0", "id": 1, "method": 1}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health"}`

    # rpc/params
    Parameters have to be an object or a list.
    - Why: Parameters have names, so they are in an object; JSON-RPC permits lists, and nothing else.
    - Wrong: `{"jsonrpc": "2.0", "id": 1, "method": "health", "params": "none"}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health", "params": {}}`

    # rpc/id
    The id of a request has to be a text, a number or null.
    - Why: The id is how the caller finds the response to a request, and JSON-RPC permits nothing else.
    - Wrong: `{"jsonrpc": "2.0", "id": [1], "method": "health"}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health"}`

    # rpc/unknown-member
    A member of a request is misspelled, and would have been ignored.
    - Why: The parameters would be missing, and the response would be about something else.
    - Wrong: `{"jsonrpc": "2.0", "id": 1, "method": "health", "parms": {}}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health", "params": {}}`

    # rpc/empty-batch
    A batch has no requests.
    - Why: JSON-RPC requires an error: an empty list of responses could not be told from lost ones.
    - Wrong: `[]`
    - Right: `[{"jsonrpc": "2.0", "id": 1, "method": "health"}]`

    # rpc/batch-size
    A batch has more requests than the limit `batch-size`.
    - Why: The responses to a batch are kept until the last one is there; the limit bounds that memory.
    - Wrong: a batch of 5,000 requests
    - Right: `terrain serve --limit batch-size=5000`, or several batches

    # rpc/line-length
    A line is longer than the limit `line-length`; the rest of it is skipped.
    - Why: A line is read whole; the limit bounds the memory that one client can take.
    - Wrong: a line of 5 MiB
    - Right: `terrain serve --limit line-length=8388608`

    # rpc/response-size
    A response is longer than the limit `response-size`; each response of a batch counts by itself.
    - Why: A response is written whole; the limit bounds the memory that one request can take.
    - Wrong: a year of pages in one response, with `--limit response-size=1000000`
    - Right: fewer days in one request, or `terrain serve --limit response-size=100000000`

    # rpc/unknown-method
    Unknown method. `rpc.discover` describes all methods.
    - Why: There is nothing to call.
    - Wrong: `{"jsonrpc": "2.0", "id": 1, "method": "helth"}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health"}`

    # rpc/by-position
    Parameters have to be given by name.
    - Why: Operations have many optional parameters, which have no order.
    - Wrong: `{"jsonrpc": "2.0", "id": 1, "method": "decide", "params": ["m.a", {"n": 3, "m": 0}]}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "decide", "params": {"decision": "m.a", "facts": {"n": 3, "m":
      0}}}`

    # rpc/cancelled
    The request was cancelled by `$/cancelRequest` or because the service ended, and has no result.
    - Why: Each request gets a response, also one that is no longer evaluated.
    - Wrong: `{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}}` while the response to 1 is
      needed
    - Right: wait for the response

    # rpc/cancel-id
    A cancellation needs the id of the request to cancel.
    - Why: It is not known which request is meant.
    - Wrong: `{"jsonrpc": "2.0", "method": "$/cancelRequest"}`
    - Right: `{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}}`

    # rpc/not-serving
    A method about the service was called where none is running.
    - Why: The method reports on a running service: its version, its counters, its pack.
    - Wrong: `health`, called in a program that is not `terrain serve`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health"}`, sent to `terrain serve`

    # rpc/timeout
    `timeout_ms` is not a whole number of milliseconds within its range.
    - Why: The service stops work that nobody waits for any more; how long somebody waits has to be known.
    - Wrong: `{"jsonrpc": "2.0", "id": 1, "method": "health", "timeout_ms": 0}`
    - Right: `{"jsonrpc": "2.0", "id": 1, "method": "health", "timeout_ms": 1000}`

    # rpc/deadline-exceeded
    The request was not answered within the milliseconds of its `timeout_ms`, and has no result.
    - Why: The caller has given up by then, and the threads are for those who still wait.
    - Wrong: `"timeout_ms": 1` in a request for a year of pages
    - Right: `"timeout_ms": 10000`, or fewer days in one request
    """#
}
