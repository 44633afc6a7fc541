import { availableParallelism } from 'node:os'
import { noTally, runTool, type Finished, type Tally } from '../run-step.ts'
import { checkLanguage } from './language.ts'
import { checkReferences } from './references.ts'
import { checkTranslations } from './translations.ts'

type Check = { name: string; run: () => Promise<Finished> }
type Result = Finished & { seconds: string }

/** Fewer modules than this mean that dependency-cruiser could not parse the imports (it needs swc). */
const FEWEST_MODULES = 2_200
const CORES = String(availableParallelism())

/** The slowest come first, because they start first. */
const checks: Check[] = [
  { name: 'lint', run: () => runTool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'], { quiet: true }) },
  // Checkers of one project repeat each other's work, so the cores are better used by one checker per project.
  { name: 'types', run: () => runTool('typescript/bin/tsc', ['-b', '--noEmit', '--builders', CORES, '--checkers', '1'], { quiet: true }) },
  { name: 'layers', run: layers },
  { name: 'unused code and dependencies', run: () => runTool('knip/bin/knip.js', [], { quiet: true }) },
  { name: 'translations', run: checkTranslations },
  { name: 'retired words', run: checkLanguage },
  { name: 'paths and symbols in comments and documents', run: checkReferences },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', ['--check'], { quiet: true }) },
]

async function layers(): Promise<Finished> {
  const done = await runTool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['contract', 'server', 'web', 'sandbox', 'tests', 'tools', 'bench'],
    { quiet: true },
  )
  const modules = Number(done.output.match(/(\d+) modules/)?.[1] ?? 0)
  if (modules >= FEWEST_MODULES) return done
  return { code: 1, output: `${done.output}\nOnly ${modules} modules were read; the rules were not checked.` }
}

/** Types, lint, layer rules, unused code, messages, format. As many run at once as there are cores; each counts as one test. */
export async function runChecks(): Promise<Tally> {
  const waiting = checks.map((check) => ({ check, result: Promise.withResolvers<Result>() }))
  const queue = waiting.values()
  const work = async (): Promise<void> => {
    for (const { check, result } of queue) {
      const startedAt = Date.now()
      const done = await check.run().catch((error: unknown) => ({ code: 1, output: String(error) }))
      result.resolve({ ...done, seconds: ((Date.now() - startedAt) / 1000).toFixed(1) })
    }
  }
  for (let core = 0; core < availableParallelism(); core++) void work()

  const tally = noTally()
  for (const { check, result } of waiting) {
    const { code, output, seconds } = await result.promise
    console.log(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)`)
    if (code === 0) tally.passed++
    else {
      tally.failed++
      tally.failures.push(`check: ${check.name}`)
      console.log(output)
    }
  }
  return tally
}
