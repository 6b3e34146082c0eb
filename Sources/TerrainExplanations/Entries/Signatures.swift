extension ExplanationText {
  static let signatures = #"""
    # signature/not-valid
    The signature of a built pack is not one of these bytes by an accepted key: the pack was changed or is another one, the key, its identity or the namespace is another one, or the file is not a signature.
    - Why: Somebody between the build and the service may have changed what people get.
    - Wrong: a pack that was built again, beside the signature of the one before
    - Right: `ssh-keygen -Y sign -f KEY -n terrain-pack terrain.pack.json` after each build

    # signature/tool-missing
    The program that verifies signatures, `ssh-keygen` or `minisign`, cannot be run.
    - Why: Terrain contains no cryptography, and accepts nothing that was not verified.
    - Wrong: `terrain serve --require-signature --public-key minisign.pub` in an image without `minisign`
    - Right: the same after `apt-get install minisign`

    # signature/tool-failed
    The program that verifies signatures did not report a result: it ran too long, wrote too much, or was ended by a signal.
    - Why: Only a program that ends with status 0 has verified a signature.
    - Wrong: a script called `minisign`, first on the PATH, that waits for a server
    - Right: the program of the distribution

    # signature/not-a-built-pack
    A signature is required of a pack that is a folder.
    - Why: A signature is one of the bytes of a file; a folder has many files, which change one by one.
    - Wrong: `terrain serve --pack terrain --require-signature --public-key minisign.pub`
    - Right: `terrain serve --pack terrain.pack.json --require-signature --public-key minisign.pub`

    # signature/not-a-file
    A pack, a signature or a file of keys is a pipe or a device.
    - Why: It could keep a service waiting, and cannot be read again for the next version.
    - Wrong: `--public-key <(cat minisign.pub)`
    - Right: `--public-key minisign.pub`

    # signature/too-large
    A signature has more than 64 KiB, a file of keys more than 1 MiB, or a pack more than 64 MiB.
    - Why: What is that large is another file, and reading it whole would cost memory.
    - Wrong: `--signature terrain.pack.json`
    - Right: `--signature terrain.pack.json.sig`
    """#
}
