"""A client of PyPI's pytest-lsp speaks to `terrain serve lsp`: it checks every message by the protocol's own types."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FOLDER = pathlib.Path(os.environ["TERRAIN_FOLDER"])
MODULE = FOLDER / "Rules/my-shop/today.yaml"


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim"],
    config=ClientServerConfig(server_command=[os.environ["TERRAIN_PROGRAM"], "serve", "lsp"]),
)
async def client(lsp_client: LanguageClient, request):
    # pytest-lsp says for Visual Studio Code that it can be asked to watch files, and leaves the request to the test.
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def registered(params: types.RegistrationParams) -> None:
        assert [r.method for r in params.registrations] == [types.WORKSPACE_DID_CHANGE_WATCHED_FILES]

    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities(request.param), root_uri=FOLDER.as_uri())
    )
    yield
    await lsp_client.shutdown_session()


def document():
    return types.TextDocumentIdentifier(uri=MODULE.as_uri())


def position(text, of, offset=0):
    before = text[: text.index(of)]
    return types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1 + offset)


async def opened(client, text):
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(uri=MODULE.as_uri(), language_id="yaml", version=1, text=text)
        )
    )
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


@pytest.mark.asyncio
async def test_diagnostics_and_fixes(client: LanguageClient):
    text = MODULE.read_text()
    wrong = text.replace(">= late_from", ">= late_form")
    await opened(client, wrong)
    found = client.diagnostics[MODULE.as_uri()]
    assert [d.code for d in found] == ["rules/unknown-name"]
    assert found[0].range.start == position(wrong, "late_form")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document(), range=found[0].range, context=types.CodeActionContext(diagnostics=found)
        )
    )
    assert [a.title for a in actions] == ["Replace `late_form` by `late_from`"]
    edit = types.TextDocumentContentChangePartial(range=found[0].range, text="late_from")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=MODULE.as_uri(), version=2), content_changes=[edit]
        )
    )
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert list(client.diagnostics[MODULE.as_uri()]) == []


@pytest.mark.asyncio
async def test_names(client: LanguageClient):
    text = MODULE.read_text()
    await opened(client, text)
    at = dict(text_document=document(), position=position(text, "note.again", 3))
    hover = await client.text_document_hover_async(types.HoverParams(**at))
    assert "Good to see you again." in hover.contents.value
    definition = await client.text_document_definition_async(types.DefinitionParams(**at))
    assert [pathlib.Path(place.uri).name for place in definition] == ["messages.yaml"]
    references = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(include_declaration=True), **at)
    )
    assert len(references) == 3
    renamed = await client.text_document_rename_async(types.RenameParams(new_name="note.back", **at))
    changes = renamed.document_changes or renamed.changes
    assert len(changes) == 3
    completed = await client.text_document_completion_async(types.CompletionParams(**at))
    assert {"note.again", "greeting.day"} <= {item.label for item in completed.items}
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document()))
    assert [symbol.name for symbol in symbols][-1] == "decisions"
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=document(), options=types.FormattingOptions(tab_size=2, insert_spaces=True)
        )
    )
    assert list(edits) == []
