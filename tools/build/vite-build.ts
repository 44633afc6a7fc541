import { totalmem } from 'node:os'
import { type Finished, runTool } from '#tools/run-step.ts'

/** Whether a build and a server don't fit into the memory together. Containers have a limit of their own. */
export const hasLittleMemory = (): boolean => Math.min(totalmem(), process.constrainedMemory() || Infinity) < 2 * 2 ** 30

/** Runs `vite build`. With little memory, V8 has to collect its garbage early. */
export function viteBuild(...args: readonly string[]): Promise<Finished> {
  const options = [process.env['NODE_OPTIONS'], ...(hasLittleMemory() ? ['--max-old-space-size=320'] : [])].filter(Boolean).join(' ')
  return runTool('vite/bin/vite.js', ['build', ...args, '--logLevel', 'warn'], { quiet: true, env: { NODE_OPTIONS: options } })
}
