/* Removes the schemas from the contract's calls and frames in production: the server parses every input and every answer by them, so the
   browser needs only methods, addresses and names of events. Schemas that nothing uses, and Zod, are then not in the app. */
import type { Plugin } from 'vite'
import { applyEdits } from './compile-messages.ts'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

/** What the browser reads of a call. */
const OF_CALL = /^(?:method|area|path|form)$/
const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/

/** The Vite plugin. It runs only in builds: in development and in tests the browser's code checks answers, too. */
export function compileContract(): Plugin {
  return {
    name: 'compile-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        const edits = findEdits(this.parse(code), code)
        return edits.length > 0 ? { code: applyEdits(code, edits), map: null } : null
      },
    },
  }
}

/** Reduces calls and frames to what the browser uses, and puts other constants that call functions into pure ones. */
export function findEdits(root: unknown, code: string): Edit[] {
  const edits: Edit[] = []
  /** Returns whether the part calls functions of its own. */
  const visit = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.map(visit).includes(true)
    if (!isNode(value) || FUNCTION.test(value.type)) return false
    const kept = value.type === 'CallExpression' ? keptOf(value, code) : null
    if (kept !== null) {
      edits.push({ start: value.start, end: value.end, text: kept })
      return false
    }
    const doesCall = Object.values(value).map(visit).includes(true)
    if (value.type !== 'VariableDeclarator' || !doesCall) return doesCall || /^(?:Call|New)Expression$/.test(value.type)
    const { init } = value
    if (isNode(init))
      edits.push({ start: init.start, end: init.end, text: `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()` })
    return false
  }
  visit(root)
  return edits
}

/** What remains of `defineCall(...)` or `defineFrame(...)`; null for any other call. @throws Error for one with another format */
function keptOf({ callee, arguments: given }: Node, code: string): string | null {
  const [first] = Array.isArray(given) ? given : []
  const name = isNode(callee) ? callee['name'] : null
  if ((name !== 'defineCall' && name !== 'defineFrame') || !isNode(first)) return null
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  if (name === 'defineFrame') return `{ event: ${textOf(first)} }`
  const properties = Array.isArray(first['properties']) ? first['properties'].filter(isNode) : []
  const kept = properties.filter(({ key }) => isNode(key) && typeof key['name'] === 'string' && OF_CALL.test(key['name']))
  if (kept.length < 3) throw new Error(`not the definition of a call: ${textOf(first)}`)
  return `{ ${kept.map(textOf).join(', ')} }`
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
}
