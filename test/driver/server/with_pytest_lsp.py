# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The server under pytest-lsp's client, which parses and checks every message, with what
VS Code, which asks for findings, and Neovim, which is told, say that they can."""
import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

TEXT = 'import os\nos.environ["TORCHINDUCTOR_NAN_ASSERTS"] = 1\nimport torch\n'
URI = "file:///nowhere/flag.py"


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim"],
    config=ClientServerConfig(server_command=[os.environ["AOTI_TIDY"], "server", "--stdio", "--torch-version=2.13"]),
)
async def client(request, lsp_client: LanguageClient):
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    capabilities = client_capabilities(request.param)
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    lsp_client.pulls = capabilities.text_document.diagnostic is not None
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_a_finding_and_its_fix(client: LanguageClient):
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri=URI, language_id="python", version=1, text=TEXT)))
    document = types.TextDocumentIdentifier(URI)
    if client.pulls:
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=document))
        found = report.items
    else:
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        found = client.diagnostics[URI]
    (diagnostic,) = found
    assert (diagnostic.code, diagnostic.range.start) == ("aoti-debug-flag", types.Position(1, 0))
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        document, diagnostic.range, types.CodeActionContext([diagnostic])))
    assert [a.kind for a in actions] == ["quickfix", "quickfix", "source.fixAll.aoti-tidy"]
    hover = await client.text_document_hover_async(types.HoverParams(document, diagnostic.range.start))
    assert hover.contents.value.startswith("# aoti-debug-flag")
