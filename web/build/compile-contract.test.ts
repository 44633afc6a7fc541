import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { findEdits } from './compile-contract.ts'
import { applyEdits } from './compile-messages.ts'

const compile = (code: string) => applyEdits(code, findEdits(parseAst(code), code))

it('leaves of a call only what the browser sends', () => {
  const code = `const calls = { a: defineCall({ method: 'GET', area: 'auth', path: '/a/:uid', summary: 'A', params: z.object({ uid }), answer: z.object({}) }) }`
  expect(compile(code)).toBe(`const calls = { a: { method: 'GET', area: 'auth', path: '/a/:uid' } }`)
})

it('leaves of a frame only its event', () => {
  expect(compile(`const frames = { ping: defineFrame('ping', z.object({})) }`)).toBe(`const frames = { ping: { event: 'ping' } }`)
})

it('lets the bundler remove schemas that nothing uses', () => {
  expect(compile('export const name = z.string().check(z.maxLength(limits.name))')).toBe(
    'export const name = /* @__PURE__ */ (() => (z.string().check(z.maxLength(limits.name))))()',
  )
})

it('leaves functions and plain constants unchanged', () => {
  const code = 'const log = (text) => print(text); const names = ["a"]; function say() { const now = time() }'
  expect(compile(code)).toBe(code)
})

it('rejects the definition of a call that it can’t read', () => {
  expect(() => compile('const calls = { a: defineCall({ ...shared }) }')).toThrow('not the definition of a call')
})
