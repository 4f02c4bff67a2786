// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// with_vscode.js AOTI_TIDY: the server under the library that VS Code's client is made of. It prints
// what the server can do, says and is asked.
const { spawn } = require("node:child_process");
const lsp = require("vscode-languageserver-protocol/node");

const TEXT = 'import os\nos.environ["TORCHINDUCTOR_NAN_ASSERTS"] = 1\nimport torch\n';
const server = spawn(process.argv[2], ["server", "--torch-version=2.13"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = lsp.createProtocolConnection(
  new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
const shown = new Map();
let tell = () => {};

/** What is published of a document next, or was already. */
async function diagnostics(uri, version) {
  while (shown.get(uri)?.version !== version)
    await new Promise((done) => { tell = done; });
  return shown.get(uri).diagnostics;
}

const line = (d) => `${d.range.start.line + 1}:${d.range.start.character + 1} ${d.severity} ${d.code}`;

async function main() {
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
    shown.set(params.uri, params);
    tell();
  });
  connection.onRequest(lsp.RegistrationRequest.type, ({ registrations }) => {
    console.log("registers", registrations.map((r) => r.method).join());
  });
  connection.listen();
  const { capabilities, serverInfo } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: null,
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
                    textDocument: { publishDiagnostics: { relatedInformation: true, tagSupport: { valueSet: [1, 2] } } } },
  });
  console.log(serverInfo.name, Object.keys(capabilities).sort().join());
  await connection.sendNotification(lsp.InitializedNotification.type, {});

  const uri = "file:///nowhere/flag.py";
  const textDocument = { uri };
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "python", version: 1, text: TEXT } });
  const [found] = await diagnostics(uri, 1);
  console.log("opened", line(found));
  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, {
    textDocument, range: found.range, context: { diagnostics: [found] } });
  for (const action of actions)
    console.log("action", action.kind, action.title);
  const [edit] = actions[0].edit.changes[uri];
  console.log("edit", JSON.stringify(edit.newText));
  // An editor that makes the fix says what it has changed.
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 }, contentChanges: [{ range: edit.range, text: edit.newText }] });
  console.log("fixed", (await diagnostics(uri, 2)).length);
  const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: { line: 0, character: 0 } });
  console.log("hover", hover);
  console.log("reread", await connection.sendRequest(lsp.ExecuteCommandRequest.type, { command: "aoti-tidy.reread" }));

  const cell = "vscode-notebook-cell:/nowhere/a.ipynb#one";
  await connection.sendNotification(lsp.DidOpenNotebookDocumentNotification.type, {
    notebookDocument: { uri: "file:///nowhere/a.ipynb", notebookType: "jupyter-notebook", version: 1,
                        cells: [{ kind: lsp.NotebookCellKind.Code, document: cell }] },
    cellTextDocuments: [{ uri: cell, languageId: "python", version: 7, text: TEXT }] });
  console.log("cell", line((await diagnostics(cell, 7))[0]));

  await connection.sendRequest(lsp.ShutdownRequest.type);
  await connection.sendNotification(lsp.ExitNotification.type);
  const code = await new Promise((done) => server.on("exit", done));
  console.log("exit", code);
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  server.kill();
  process.exit(1);
});
