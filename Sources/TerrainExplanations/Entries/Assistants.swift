extension ExplanationText {
  static let assistants = #"""
    # mcp/no-revision
    A request of an assistant names no revision of the Model Context Protocol, and no `initialize` came before it.
    - Why: Revisions differ in what a result contains.
    - Wrong: `{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}` as the first line
    - Right: the same after `initialize`, or with `io.modelcontextprotocol/protocolVersion` in `_meta`

    # mcp/request-id
    The id of a request of an assistant is neither a text nor an integer.
    - Why: The protocol has no other ids, and an answer names the id.
    - Wrong: `"id": null`
    - Right: `"id": 1`

    # mcp/no-capabilities
    A request that names its revision in `_meta` does not have the capabilities of its client there.
    - Why: The revision demands them in each request.
    - Wrong: `"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}`
    - Right: the same with `"io.modelcontextprotocol/clientCapabilities": {}`

    # mcp/unknown-cursor
    A request for a list has a cursor, and lists have one page.
    - Why: The cursor is from another server.
    - Wrong: `tools/list` with `"cursor": "2"`
    - Right: `tools/list` without it

    # mcp/missing-parameter
    A request lacks a text that its method or its prompt needs.
    - Why: Nothing can be made without it.
    - Wrong: `resources/read` without `uri`
    - Right: `resources/read` with `"uri": "terrain://diagnostics"`

    # mcp/unknown-tool
    A server of the Model Context Protocol has no tool of this name. `write` is there only with `--allow-write`.
    - Why: Nothing is run.
    - Wrong: `tools/call` with `"name": "quiz.next"`
    - Right: `tools/call` with `"name": "quiz_next"`

    # mcp/unknown-prompt
    A server of the Model Context Protocol has no prompt of this name.
    - Why: Nothing can be returned.
    - Wrong: `prompts/get` with `"name": "threshold"`
    - Right: `prompts/get` with `"name": "change_threshold"`

    # mcp/unknown-resource
    A server of the Model Context Protocol has no resource at this address.
    - Why: Only files of the pack and its rules are read, and pages of diagnostics.
    - Wrong: `resources/read` with `"uri": "file:///etc/hosts"`
    - Right: `resources/read` with `"uri": "terrain://diagnostics"`

    # mcp/timeout
    An operation that an assistant called took longer than `--timeout` allows.
    - Why: Other requests wait for it.
    - Wrong: a validation of a large pack with `--timeout 10`
    - Right: the same with `--timeout 60000`

    # mcp/built-pack
    A tool of authors was called for a pack that is one built file.
    - Why: Its files are somewhere else.
    - Wrong: `terrain mcp --pack terrain.pack.json`, and the tool `validate`
    - Right: `terrain mcp --pack ContentPacks/terrain`

    # mcp/unknown-file
    A change names a path that is not on the list of files of the pack and its rules. Paths are compared letter by letter; no path is followed.
    - Why: A change could otherwise reach any file.
    - Wrong: `"path": "../secret.yaml"`
    - Right: a path as `resources/list` has it

    # mcp/same-file
    A change has two texts for one file.
    - Why: Which of them is meant is unknown.
    - Wrong: the same `path` twice in `changes`
    - Right: each file once, with its whole text

    # mcp/files-changed
    A file of the pack or its rules is not what it was when a change was compared.
    - Why: The reported impact is that of another change now.
    - Wrong: an editor saves a file between `propose` and `write`
    - Right: `propose` again

    # mcp/unknown-token
    `write` has a token that `propose` did not return, that has served, or that is too old.
    - Why: Only a change whose impact was reported is written.
    - Wrong: the same token twice
    - Right: the token of the last `propose`

    # mcp/not-writable
    A proposed change is about a file outside of the folder of `--allow-write`, or about a link.
    - Why: That folder is all that the person allowed.
    - Wrong: a file of the pack, with `--allow-write Rules`
    - Right: a file under `Rules`

    # mcp/not-written
    The system refuses to write a file. Files of the same change that were written are as they were before.
    - Why: A change is written whole or not at all.
    - Wrong: a folder in which the user may not write
    - Right: a folder in which the user may write

    # mcp/no-folder
    `--allow-write` names something that is not a folder.
    - Why: It is unknown what may be replaced.
    - Wrong: `terrain mcp --allow-write missing`
    - Right: `terrain mcp --allow-write Rules`
    """#
}
