/* The browser needs the addresses of calls and the names of frames, and nothing of their schemas, by which the server checks what it
   receives and sends (decision 0051). A bundler can't know that, so builds leave the schemas out, and Zod with them. */
import type { Plugin } from 'vite'
import { applyEdits, type Edit, isNode, type Node, nodesIn, walk } from './syntax-tree.ts'

/** The fields of a call that the browser reads. */
const CALL_KEYS = new Set(['method', 'area', 'path'])

/** The Vite plugin. It runs only in builds: in development the contract is read as it is written. */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    transform: {
      // Runs after the types are removed.
      order: 'post',
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code)), map: null, moduleSideEffects: false }
      },
    },
  }
}

/** The code of a module of the contract without the schemas of its calls and frames. @param root its syntax tree */
export function withoutSchemas(code: string, root: unknown): string {
  const edits: Edit[] = []
  walk(root, (node) => {
    const [first, second] = nodesIn(node['arguments'])
    const called = node.type === 'CallExpression' && isNode(node['callee']) ? node['callee']['name'] : null
    if (called === 'defineFrame' && second) edits.push({ start: second.start, end: second.end, text: 'null' })
    if (called !== 'defineCall' || !first) return true
    const callProperties = nodesIn(first['properties']).filter(({ key }) => isNode(key) && CALL_KEYS.has(String(key['name'])))
    edits.push({
      start: first.start,
      end: first.end,
      text: `{ ${callProperties.map(({ start, end }) => code.slice(start, end)).join(', ')} }`,
    })
    return false
  })
  for (const { start, end } of initialValues(root)) {
    // Unused values are left out only if computing them has no effect, which is so for the whole contract.
    edits.push({ start, end: start, text: '/*#__PURE__*/(() => (' }, { start: end, end, text: '))()' })
  }
  return applyEdits(code, edits)
}

/** The values of a module's variables that are computed. */
function initialValues(root: unknown): Node[] {
  const statements = nodesIn(isNode(root) ? root['body'] : null).map(({ declaration, ...own }) => (isNode(declaration) ? declaration : own))
  const declared = statements.flatMap((statement) => nodesIn(statement['declarations'])).map(({ init }) => init)
  return declared.filter((init) => isNode(init)).filter(({ type }) => !/Literal|Function|Identifier|MemberExpression/.test(type))
}
