import { checkWords } from './words.ts'
import { noTally, runTool, type Tally } from './run-step.ts'

type Check = { name: string; run: () => Promise<{ code: number; output: string }> }

/** Fewer modules than this and the reader of imports has silently failed (it needs its swc parser). */
const FEWEST_MODULES = 1_700

const checks: Check[] = [
  { name: 'types', run: () => runTool('typescript/bin/tsc', ['-b', '--noEmit'], { quiet: true }) },
  { name: 'lint', run: () => runTool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'], { quiet: true }) },
  { name: 'layers', run: layers },
  { name: 'unused code and dependencies', run: () => runTool('knip/bin/knip.js', [], { quiet: true }) },
  { name: 'words', run: checkWords },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', ['--check'], { quiet: true }) },
]

async function layers() {
  const done = await runTool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['contract', 'server', 'web', 'sandbox', 'tests', 'tools', 'bench'],
    { quiet: true },
  )
  const modules = Number(done.output.match(/(\d+) modules/)?.[1] ?? 0)
  if (modules >= FEWEST_MODULES) return done
  return { code: 1, output: `${done.output}\nOnly ${modules} modules were read; the rules were not proved.` }
}

/** Types, lint, layer rules, unused code, words, format. Each counts as one. */
export async function runChecks(): Promise<Tally> {
  const tally = noTally()
  for (const check of checks) {
    const started = Date.now()
    const { code, output } = await check.run()
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)`)
    if (code === 0) tally.passed++
    else {
      tally.failed++
      console.log(output)
    }
  }
  return tally
}
