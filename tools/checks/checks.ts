import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { affectedBy } from '../import-graph.ts'
import { emptyTally, runTool, type Finished, type Tally } from '../run-step.ts'
import { checkLanguage } from './language.ts'
import { sinceLastPass } from './last-pass.ts'
import { checkReferences } from './references.ts'
import { checkTranslations } from './translations.ts'

type Check = { name: string; run: () => Promise<Finished> }
type Result = Finished & { seconds: string }

/** Fewer modules than this mean that dependency-cruiser could not parse the imports (it needs swc). */
const FEWEST_MODULES = 2_200
const folders = ['contract', 'server', 'web', 'sandbox', 'tests', 'tools', 'bench']
const CORES = String(availableParallelism())

/** The slowest come first, because they start first. */
const checks: Check[] = [
  { name: 'lint', run: () => sinceLastPass('lint', lint) },
  // Checkers of one project repeat each other's work, so the cores are better used by one checker per project.
  { name: 'types', run: () => runTool('typescript/bin/tsc', ['-b', '--noEmit', '--builders', CORES, '--checkers', '1'], { quiet: true }) },
  { name: 'layers', run: () => sinceLastPass('layers', checkLayers) },
  {
    name: 'unused code and dependencies',
    run: () => runTool('knip/bin/knip.js', ['--cache', '--cache-location', 'node_modules/.cache/knip'], { quiet: true }),
  },
  { name: 'translations', run: checkTranslations },
  { name: 'retired words', run: checkLanguage },
  { name: 'paths and symbols in comments and documents', run: checkReferences },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', ['--check'], { quiet: true }) },
]

/** The types of a file affect the findings in all files that import it. */
async function lint(changed: string[] | null): Promise<Finished> {
  const files = changed ? [...affectedBy(changed)].filter((file) => /\.(?:tsx?|[cm]js)$/.test(file) && existsSync(file)) : []
  if (changed && files.length === 0) return { code: 0, output: '' }
  return runTool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', ...files], { quiet: true })
}

/** The rules are about a file's imports, and about cycles, which contain a changed file. */
async function checkLayers(changed: string[] | null): Promise<Finished> {
  const there = changed?.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)) && existsSync(file))
  if (there?.length === 0) return { code: 0, output: '' }
  const done = await runTool('dependency-cruiser/bin/dependency-cruiser.mjs', there ?? folders, { quiet: true })
  const modules = Number(done.output.match(/(\d+) modules/)?.[1] ?? 0)
  if (modules >= (there?.length ?? FEWEST_MODULES)) return done
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

  const tally = emptyTally()
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
