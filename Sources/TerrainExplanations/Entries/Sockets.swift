extension ExplanationText {
  static let sockets = #"""
    # socket/unreachable
    No service answers on the socket that `--socket` names.
    - Why: There is nobody to ask.
    - Wrong: `terrain health --socket /run/terrain` while no service listens there
    - Right: the same after `terrain serve --listen unix:/run/terrain`

    # socket/timeout
    The service on the socket did not answer within the milliseconds of `--timeout`.
    - Why: Whoever probes a service has to learn that it hangs, and not hang too.
    - Wrong: `--timeout 1` for a request that takes a second
    - Right: `--timeout 10000`

    # socket/closed
    The service on the socket ended the connection before it answered.
    - Why: The request may have been evaluated or not; its result is lost.
    - Wrong: a request to a service that is killed meanwhile
    - Right: a service that is ended by SIGTERM, which answers what it has read

    # socket/in-use
    Another process answers on the socket that a service is to listen on.
    - Why: Clients of that process would reach this one from one moment to the next.
    - Wrong: `terrain serve --listen unix:s` twice
    - Right: a socket for each service

    # socket/not-a-socket
    The path that a service is to listen on exists and is not a socket, so that it is not replaced.
    - Why: A file of somebody would be lost.
    - Wrong: `terrain serve --listen unix:answers.json`
    - Right: `terrain serve --listen unix:s`

    # socket/name-too-long
    The path of a socket is longer than the system permits.
    - Why: A shorter path would be another socket.
    - Wrong: a path of 200 characters
    - Right: `terrain serve --listen unix:/run/terrain`

    # socket/cannot-listen
    The socket that a service is to listen on cannot be made.
    - Why: No client could connect.
    - Wrong: `terrain serve --listen unix:missing/s` where there is no folder `missing`
    - Right: a folder that exists, and that the user may write to
    """#
}
