/**
 * How many small faults the unit tests find: changes one place of a service, state machine or store at a time, and runs the tests
 * that import the file, the nearest first. `node bench/mutations.ts [--count=200] [--seed=26] [--name=today]` goes on where a run of
 * the same name stopped. The faults depend on the seed and the sources alone, so two suites for the same sources can be compared:
 * run it in a checkout of each, under another name. Results are kept in results/mutations.json.
 */
import { spawn, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { affectedBy, importersByFile } from '#tools/import-graph.ts'
import { type Mutant, mutantsOf, sample } from '#tools/mutants.ts'
import { machine, saveResult } from './report.ts'

const mutated = '{server,web}/**/*.{service,store,machine,state}.ts'
/** A mutation that causes an endless loop counts as found. */
const LIMIT_MS = 300_000

type Outcome = 'killed' | 'timeout' | 'survived'
type Run = { command: string; count: number; killed: number; survived: number; faults: Record<string, Outcome> }

const valueOf = (flag: string) => process.argv.find((argument) => argument.startsWith(`--${flag}=`))?.slice(flag.length + 3)
const count = Number(valueOf('count') ?? 200)
const seed = Number(valueOf('seed') ?? 26)
const name = valueOf('name') ?? 'today'

const results = new URL('results/mutations.json', import.meta.url)
// Written by this file.
const before = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as { runs: Record<string, Run> }) : { runs: {} }
const run: Run = before.runs[name] ?? { command: '', count: 0, killed: 0, survived: 0, faults: {} }

// In a copy of the commit, so that no mutation can stay in the working tree.
const root = process.cwd()
const copy = mkdtempSync(join(tmpdir(), 'wavelength-mutations-'))
execFileSync('git', ['worktree', 'add', '--detach', '--quiet', copy, 'HEAD'])
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
const importers = importersByFile()
const mutants = sample(
  globSync(mutated)
    .toSorted()
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8'))),
  count,
  seed,
)
const unchanged = new Map<string, Promise<Outcome>>()
let endRunning = (): void => undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endRunning()
    removeCopy()
    process.exit(130)
  })
try {
  for (const [at, mutant] of mutants.entries()) {
    if (run.faults[mutant.id]) continue
    const outcome = await outcomeOf(mutant)
    run.faults[mutant.id] = outcome
    console.log(`${at + 1}/${mutants.length} ${outcome}: ${mutant.id}`)
    await save()
  }
} finally {
  removeCopy()
}
console.log(`${name}: ${run.killed} of ${run.count} faults were found.`)

function removeCopy(): void {
  process.chdir(root)
  execFileSync('git', ['worktree', 'remove', '--force', copy])
  rmSync(copy, { recursive: true, force: true })
}

async function outcomeOf({ file, mutated: changed }: Mutant): Promise<Outcome> {
  const original = readFileSync(file, 'utf8')
  const tests = [...affectedBy([file], importers)].filter((it) => /\.test\.tsx?$/.test(it) && !it.includes('.engine.'))
  const isNear = (test: string) => dirname(test).startsWith(dirname(file))
  for (const group of [tests.filter(isNear), tests.filter((test) => !isNear(test))]) {
    writeFileSync(file, changed)
    const outcome = group.length > 0 ? await runTests(group) : 'survived'
    writeFileSync(file, original)
    if (outcome === 'survived') continue
    await expectToPass(group)
    return outcome
  }
  return 'survived'
}

/** @throws Error when the tests also fail without a mutation, because the results would mean nothing */
async function expectToPass(files: string[]): Promise<void> {
  const key = files.join(' ')
  const outcome = await (unchanged.get(key) ?? runTests(files))
  unchanged.set(key, Promise.resolve(outcome))
  if (outcome !== 'survived') throw new Error(`These tests fail without a fault:\n  ${files.join('\n  ')}`)
}

function runTests(files: string[]): Promise<Outcome> {
  return new Promise((done) => {
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'node',
      '--project',
      'isolated',
      '--project',
      'web',
      '--project',
      'dom',
      '--bail=1',
      '--reporter=dot',
      ...files,
    ]
    // In a separate process group, so that nothing a test has started outlives it.
    const child = spawn(process.execPath, args, { stdio: 'ignore', detached: true })
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process group has already exited.
      }
    }
    endRunning = end
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, LIMIT_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      end()
      done(isLate ? 'timeout' : code === 0 ? 'survived' : 'killed')
    })
  })
}

async function save(): Promise<void> {
  const outcomes = Object.values(run.faults)
  run.command = `node bench/mutations.ts --count=${count} --seed=${seed} --name=${name}`
  run.count = outcomes.length
  run.survived = outcomes.filter((it) => it === 'survived').length
  run.killed = run.count - run.survived
  await saveResult('mutations', { machine: machine(), runs: { ...before.runs, [name]: run } })
}
