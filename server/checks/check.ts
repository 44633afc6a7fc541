/** The result of a check of one component. */
export type Finding = {
  status: 'ok' | 'off' | 'warning' | 'error'
  message: string
  /** How the operator fixes it. */
  fix?: string
  /** The configuration is wrong, so waiting would not help: the server does not start. */
  preventsStart?: boolean
}

export type Check = { component: string; run: () => Promise<Finding> }
export type Checked = Finding & { component: string }

const TIMEOUT_MS = 15_000

/** Runs all checks at the same time. A check that throws or takes too long is an error of its component. */
export function runChecks(checks: readonly Check[], withinMs = TIMEOUT_MS): Promise<Checked[]> {
  return Promise.all(checks.map(async ({ component, run }) => ({ component, ...(await runOne(run, withinMs)) })))
}

async function runOne(run: () => Promise<Finding>, withinMs: number): Promise<Finding> {
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => late.resolve({ status: 'error', message: `no answer within ${withinMs / 1000} seconds` }), withinMs)
  try {
    return await Promise.race([run(), late.promise])
  } catch (error) {
    return { status: 'error', message: messageOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** An error and its causes in one line: `fetch failed: connect ECONNREFUSED 127.0.0.1:9`. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.message || ('code' in error ? String(error.code) : error.name)
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner === undefined ? own : `${own}: ${messageOf(inner)}`
}

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const off = (message: string): Finding => ({ status: 'off', message })
