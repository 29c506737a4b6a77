-- Drives one session of Neovim as a user would: opens a file, waits for its diagnostics, asks for the code actions at
-- the first one, chooses the first of them, and saves. Writes what it saw, as JSON.
local wait = 60000
local seen = {}

vim.ui.select = function(items, options, choose)
  seen.offered = vim.tbl_map(options.format_item, items)
  choose(items[1], 1)
end

local ok, problem = pcall(function()
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.OSMOSIS_TEST_FILE))
  assert(vim.wait(wait, function() return #vim.diagnostic.get(0) > 0 end), "no diagnostics came")
  seen.found = vim.tbl_map(function(item)
    return { item.lnum, item.col, item.end_col, item.code, item.source }
  end, vim.diagnostic.get(0))
  local first = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.code_action()
  assert(vim.wait(wait, function() return vim.api.nvim_buf_get_changedtick(0) > before end), "nothing was changed")
  vim.cmd("write")
  assert(vim.wait(wait, function() return #vim.diagnostic.get(0) == 0 end), "the diagnostics stay")
end)
seen.problem = ok and "" or tostring(problem)
seen.messages = vim.fn.execute("messages")
vim.fn.writefile({ vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen) }, vim.env.OSMOSIS_TEST_RESULT)
vim.cmd("qall!")
