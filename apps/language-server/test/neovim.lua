-- Runs in a headless Neovim with the settings of the documentation: opens a file, waits for diagnostics, completes, applies a fix, and writes what it saw.
local input = vim.fn.json_decode(vim.fn.readfile(vim.env.TAMIS_TEST_INPUT))
local seen = {}

local function wait_for(condition)
  return vim.wait(input.milliseconds, condition, 20)
end

local function write()
  vim.fn.writefile({ vim.fn.json_encode(seen) }, input.output)
  vim.cmd("qall!")
end

local ok, problem = pcall(function()
  vim.cmd("edit " .. vim.fn.fnameescape(input.file))
  wait_for(function() return #vim.diagnostic.get(0) > 0 end)
  seen.diagnostics = vim.tbl_map(function(each)
    return { code = each.code, line = each.lnum, from = each.col, to = each.end_col }
  end, vim.diagnostic.get(0))

  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(0, method, params, input.milliseconds) or {}
    for _, answer in pairs(answers) do return answer.result end
  end

  local document = { uri = vim.uri_from_bufnr(0) }
  local completion = ask("textDocument/completion", { textDocument = document, position = input.completeAt })
  local items = completion and (completion.items or completion) or {}
  seen.completion = vim.tbl_map(function(item) return item.label end, items)

  local first = vim.diagnostic.get(0)[1]
  local range = {
    start = { line = first.lnum, character = first.col },
    ["end"] = { line = first.end_lnum, character = first.end_col },
  }
  local actions = ask("textDocument/codeAction", {
    textDocument = document,
    range = range,
    context = { diagnostics = { first.user_data.lsp and first.user_data.lsp.diagnostic or {
      range = range, message = first.message, code = first.code } } },
  }) or {}
  seen.actions = vim.tbl_map(function(action) return action.title end, actions)
  for _, action in ipairs(actions) do
    if action.kind == "quickfix" and action.edit then
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      break
    end
  end
  wait_for(function() return #vim.diagnostic.get(0) == 0 end)
  seen.left = #vim.diagnostic.get(0)
  seen.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end)
if not ok then seen.problem = tostring(problem) end
write()
