-- Neovim 0.7 and later, headless: opens a file with a mistake, waits for its diagnostics, asks for a hover, renames.
local folder, program = os.getenv("TERRAIN_FOLDER"), os.getenv("TERRAIN_PROGRAM")
vim.cmd("edit " .. folder .. "/Rules/my-shop/today.yaml")
vim.opt.hidden = true
local id = vim.lsp.start_client({ name = "terrain", cmd = { program, "lsp" }, root_dir = folder })
vim.lsp.buf_attach_client(0, id)
local function wait(what, done)
  if not vim.wait(30000, done, 50) then
    print("FAILED: " .. what)
    vim.cmd("cquit")
  end
end
wait("start", function() return vim.lsp.get_client_by_id(id).initialized end)
local line = vim.fn.search("late_from\"")
local text = vim.fn.getline(line)
vim.fn.setline(line, (text:gsub("late_from", "late_form", 1)))
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
print(vim.diagnostic.get(0)[1].code, vim.diagnostic.get(0)[1].lnum)
vim.fn.setline(line, text)
wait("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)
local at = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line - 1, character = text:find("late_from") } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", at, 10000)
print((answers[id].result.contents.value:gsub("\n.*", "")))
at.newName = "evening_from"
local renamed = vim.lsp.buf_request_sync(0, "textDocument/rename", at, 20000)[id].result
vim.lsp.util.apply_workspace_edit(renamed, "utf-16")
print((vim.fn.getline(line):match("evening_from")))
vim.lsp.stop_client(id)
vim.cmd("qall!")
