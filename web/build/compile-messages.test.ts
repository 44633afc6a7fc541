import { setupI18n } from '@lingui/core'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { findMessages } from './compile-messages.ts'
import { applyEdits } from './syntax-tree.ts'

const compile = (code: string) => applyEdits(code, findMessages(parseAst(code)))

it('compiles a message in place, with its plural', () => {
  const code = compile(
    "const show = (i18n, count) => i18n._({ id: 'a', message: '{count, plural, one {# item} other {# items}} isn’t new', values: { count } })",
  )
  const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  // Production has no compiler: an uncompiled message would be shown raw.
  i18n.setMessagesCompiler(() => ['not compiled'])
  // Evaluates the compiled code as the page would.
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval, no-new-func
  const show = new Function(`${code}; return show`)()
  expect([show(i18n, 1), show(i18n, 1204)]).toEqual(['1 item isn’t new', '1,204 items isn’t new'])
})

it('also compiles plain messages and descriptors in tables', () => {
  expect(compile("const words = { a: { id: 'x', message: `Send` } }")).toBe(`const words = { a: { id: 'x', message: ["Send"] } }`)
})

it('leaves all other objects unchanged', () => {
  const code = "send({ message: 'hello' }); send({ id: 1, message: { content: 'hello' } }); send({ id: 'a', message: text })"
  expect(compile(code)).toBe(code)
})
