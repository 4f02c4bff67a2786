-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Opens the file that Neovim was given, waits for the finding, shows the screen, makes the
-- fix of the first action, waits until nothing is found, and writes the file.
local program, arguments = vim.env.AOTI_TIDY, vim.split(vim.env.SERVER_ARGUMENTS or "", " ", { trimempty = true })
local WAIT = 60000

local function fail(text)
  io.stderr:write(text .. "\n")
  vim.cmd("cquit 1")
end

local client = vim.lsp.start_client({
  name = "aoti-tidy",
  cmd = vim.list_extend({ program, "server" }, arguments),
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
if not vim.wait(WAIT, function() return #vim.diagnostic.get(0) > 0 end, 20) then
  fail("no finding")
end
vim.cmd("redraw!")
for row = 1, vim.o.lines do
  local line = {}
  for column = 1, vim.o.columns do
    line[column] = vim.fn.screenstring(row, column)
  end
  io.stdout:write("|" .. table.concat(line) .. "\n")
end

local found = vim.diagnostic.get(0)[1]
io.stdout:write(string.format("%d:%d [%s] %s\n", found.lnum + 1, found.col + 1, found.code, found.message))
local params = vim.lsp.util.make_given_range_params({ found.lnum + 1, found.col }, { found.lnum + 1, found.col })
params.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, WAIT)
local action = answers[client].result[1]
io.stdout:write(action.title .. "\n")
vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client).offset_encoding)
if not vim.wait(WAIT, function() return #vim.diagnostic.get(0) == 0 end, 20) then
  fail("the finding is still there")
end
vim.cmd("write")
vim.cmd("quitall")
