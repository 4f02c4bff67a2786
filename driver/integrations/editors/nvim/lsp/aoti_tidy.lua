-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- For Neovim 0.11: copy to ~/.config/nvim/lsp/, then vim.lsp.enable("aoti_tidy").
return {
  cmd = { "aoti-tidy", "server" },
  filetypes = { "cpp", "cuda", "python", "markdown" },
  root_markers = { "compile_commands.json", "pyproject.toml", ".git" },
  -- The page that a command answers with.
  handlers = {
    ["workspace/executeCommand"] = function(_, page)
      if type(page) == "string" then
        vim.lsp.util.open_floating_preview(vim.split(page, "\n"), "text")
      end
    end,
  },
  -- Options of 'aoti-tidy check':
  -- init_options = { arguments = { "--package=model.pt2" } },
}
