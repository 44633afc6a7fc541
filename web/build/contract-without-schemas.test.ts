import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { withoutSchemas } from './contract-without-schemas.ts'

const compile = (code: string) => withoutSchemas(code, parseAst(code))

it('removes everything of a call but its address', () => {
  const code =
    "export const calls = { read: defineCall({ method: 'GET', area: 'auth', path: '/a', query, response: z.object({ a: z.string() }) }) }"
  expect(compile(code)).toContain("read: defineCall({ method: 'GET', area: 'auth', path: '/a' })")
  expect(compile(code)).not.toContain('z.')
})

it('removes everything of a frame but its name', () => {
  expect(compile("const frames = { sent: defineFrame('sent', z.object({})) }")).toContain("sent: defineFrame('sent', null)")
})

it('lets the bundler remove unused values, and does not change the others', () => {
  const code = compile("const names = ['a', 'b'].map((name) => name + name); const max = 3; const twice = (n) => 2 * n; export { names }")
  expect(code).toContain("/*#__PURE__*/(() => (['a', 'b'].map((name) => name + name)))()")
  expect(code).toContain('const max = 3; const twice = (n) => 2 * n;')
})

it('removes nothing that the web reads', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !file.includes('test'))
  expect(files.length).toBeGreaterThan(700)
  const reads = /Calls\.\w+\.(?:params|query|body|answer|summary)\b|Frames\.\w+\.data\b/
  expect(files.filter((file) => reads.test(readFileSync(file, 'utf8')))).toEqual([])
})
