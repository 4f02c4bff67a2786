// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { ExecuteCommandSignature, LanguageClient } from "vscode-languageclient/node";

const LANGUAGES = ["cpp", "cuda-cpp", "python", "markdown"];
const INSTALL = "pip install aoti-tidy";

let client: LanguageClient | undefined;

/** Whether the program is there and has a server. */
async function answers(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, ["server", "--help"], { timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

async function offerToInstall(program: string): Promise<void> {
  const install = "Install in a Terminal";
  const settings = "Open Settings";
  const chosen = await vscode.window.showWarningMessage(
    `aoti-tidy: '${program}' cannot be run, or is too old to have a server.`, install, settings);
  if (chosen === install) {
    const terminal = vscode.window.createTerminal("aoti-tidy");
    terminal.show();
    // Written, not run: which Python it is for is the user's choice.
    terminal.sendText(INSTALL, false);
  } else if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "aoti-tidy");
  }
}

/** Opens the page that a command of the server's answers with. 'explain' takes what is selected. */
async function showPage(
  command: string, given: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
  const editor = vscode.window.activeTextEditor;
  if (command === "aoti-tidy.explain" && editor && given.length === 0) {
    const text = editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
    given = [{ text }];
  }
  const page: unknown = await next(command, given);
  if (typeof page === "string") {
    const document = await vscode.workspace.openTextDocument({ content: page });
    await vscode.window.showTextDocument(document, { preview: true });
  }
  return page;
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("aoti-tidy");
  const program = settings.get<string>("path", "aoti-tidy");
  if (!(await answers(program))) {
    await offerToInstall(program);
    return;
  }
  client = new LanguageClient("aoti-tidy", "aoti-tidy", { command: program, args: ["server"] }, {
    documentSelector: LANGUAGES.flatMap((language) => [
      { language, scheme: "file" },
      { language, scheme: "untitled" },
    ]),
    initializationOptions: { arguments: settings.get<string[]>("arguments", []) },
    synchronize: { configurationSection: "aoti-tidy" },
    middleware: { executeCommand: showPage },
  });
  await client.start();
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("aoti-tidy.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("aoti-tidy.path")) {
        await stop();
        await start();
      }
    }));
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
