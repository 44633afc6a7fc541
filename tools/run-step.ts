import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** `failures` names the failed tests, for the end of the output. */
export type Tally = { passed: number; failed: number; skipped: number; failures: string[] }

export const emptyTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

export function add(sum: Tally, more: Tally): Tally {
  return {
    passed: sum.passed + more.passed,
    failed: sum.failed + more.failed,
    skipped: sum.skipped + more.skipped,
    failures: [...sum.failures, ...more.failures],
  }
}

/** The line that CI reads. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

export type Finished = { code: number; output: string }

/** Runs one of the project's own tools on the project's Node and waits for it. */
export function runTool(
  script: string,
  args: readonly string[],
  { quiet = false, env = {} }: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join('node_modules', script), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
    })
    let output = ''
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (!quiet) process.stdout.write(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}
