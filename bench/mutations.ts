/**
 * How many small faults the unit tests find, and how many those of an earlier commit find: changes one place of a service, state machine
 * or store at a time, and runs the tests that import the file, the nearest first. `node bench/mutations.ts --before=<commit>
 * [--count=200] [--seed=26]` continues where it stopped. `--beside` runs only the tests in the folder of the file and below it, and
 * `--passed` trusts that all tests pass without a fault. Results are kept in results/mutations.json.
 */
import { spawn, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { affectedBy, importersByFile } from '#tools/import-graph.ts'
import { type Mutant, mutantsOf, sample } from '#tools/mutants.ts'
import { readArguments, rejectArguments } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

const mutated = '{server,web}/**/*.{service,store,machine,state}.ts'
/** A mutation that causes an endless loop counts as found. */
const LIMIT_MS = 300_000
const projects = ['node', 'isolated', 'web', 'dom'].flatMap((name) => ['--project', name])

type Outcome = 'killed' | 'timeout' | 'survived'
/** The tests of a commit, in a copy with the sources of today. */
type Suite = { name: string; copy: string; importers: Map<string, Set<string>>; unchanged: Map<string, Promise<Outcome>> }
type Faults = Record<string, Record<string, Outcome>>

const USAGE = 'Usage: node bench/mutations.ts [--before=<commit>] [--count=<faults>] [--seed=<number>] [--beside] [--passed]'
const { values } = readArguments(USAGE, {
  options: {
    before: { type: 'string' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '26' },
    beside: { type: 'boolean' },
    passed: { type: 'boolean' },
  },
})
const { before, beside: isBesideOnly = false, passed: areKnownToPass = false } = values
const [count, seed] = [Number(values.count), Number(values.seed)]
if (!Number.isInteger(count) || !Number.isInteger(seed)) rejectArguments(USAGE, '--count and --seed take a whole number.')

const results = new URL('results/mutations.json', import.meta.url)
// Written by this file.
const faults = existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as { faults: Faults }).faults : {}

const running = new Set<() => void>()
const suites: Suite[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running.forEach((end) => end())
    removeCopies()
    process.exit(130)
  })
try {
  suites.push(makeSuite('now'))
  if (before) suites.push(makeSuite(before, before))
  const sources = globSync(mutated).toSorted()
  const mutants = sample(
    sources.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8'))),
    count,
    seed,
  )
  for (const [index, mutant] of mutants.entries()) {
    const counts = (faults[mutant.id] ??= {})
    const missing = suites.filter(({ name }) => !counts[name])
    await Promise.all(missing.map(async (suite) => (counts[suite.name] = await outcomeOf(mutant, suite))))
    console.log(`${index + 1}/${mutants.length} ${JSON.stringify(counts)} ${mutant.id}`)
    await save()
  }
} finally {
  removeCopies()
}

/** In a copy of the commit, so that no mutation can stay in the working tree. */
function makeSuite(name: string, testsOf?: string): Suite {
  const copy = mkdtempSync(join(tmpdir(), 'wavelength-mutations-'))
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', copy, 'HEAD'])
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  const tests = ['vitest.config.ts', 'tests', ':(glob)**/*.test.ts', ':(glob)**/*.test.tsx']
  if (testsOf) execFileSync('git', ['checkout', '--quiet', testsOf, '--', ...tests], { cwd: copy })
  const root = process.cwd()
  process.chdir(copy)
  const importers = importersByFile()
  process.chdir(root)
  return { name, copy, importers, unchanged: new Map() }
}

function removeCopies(): void {
  for (const { copy } of suites.splice(0)) {
    execFileSync('git', ['worktree', 'remove', '--force', copy])
    rmSync(copy, { recursive: true, force: true })
  }
}

async function outcomeOf({ file, mutated: changed }: Mutant, suite: Suite): Promise<Outcome> {
  const place = join(suite.copy, file)
  const original = readFileSync(place, 'utf8')
  const tests = [...affectedBy([file], suite.importers)].filter((entry) => /\.test\.tsx?$/.test(entry) && !entry.includes('.engine.'))
  const isNear = (test: string) => dirname(test).startsWith(dirname(file))
  const groups = [tests.filter(isNear), isBesideOnly ? [] : tests.filter((test) => !isNear(test))]
  for (const group of groups.filter((entry) => entry.length > 0)) {
    writeFileSync(place, changed)
    const outcome = await runTests(group, suite)
    writeFileSync(place, original)
    if (outcome === 'survived') continue
    if (!areKnownToPass) await expectToPass(group, suite)
    return outcome
  }
  return 'survived'
}

/** @throws Error when the tests also fail without a mutation, because the results would mean nothing */
async function expectToPass(files: string[], suite: Suite): Promise<void> {
  const key = files.join(' ')
  const outcome = await (suite.unchanged.get(key) ?? runTests(files, suite))
  suite.unchanged.set(key, Promise.resolve(outcome))
  if (outcome !== 'survived') throw new Error(`These tests fail without a fault:\n  ${files.join('\n  ')}`)
}

function runTests(files: string[], { copy }: Suite): Promise<Outcome> {
  return new Promise((done) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--bail=1', '--reporter=dot', ...files]
    // In a separate process group, so that nothing a test has started outlives it.
    const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', detached: true })
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process group has already exited.
      }
    }
    running.add(end)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, LIMIT_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      end()
      running.delete(end)
      done(isLate ? 'timeout' : code === 0 ? 'survived' : 'killed')
    })
  })
}

async function save(): Promise<void> {
  const outcomes = Object.values(faults).filter((known) => suites.every(({ name }) => known[name]))
  const foundBy = ({ name }: Suite) => outcomes.filter((known) => known[name] !== 'survived').length
  const given = [
    ...(before ? [`--before=${before}`] : []),
    `--count=${count}`,
    `--seed=${seed}`,
    ...(isBesideOnly ? ['--beside'] : []),
    ...(areKnownToPass ? ['--passed'] : []),
  ]
  const command = ['node bench/mutations.ts', ...given].join(' ')
  const found = Object.fromEntries(suites.map((suite) => [suite.name, foundBy(suite)]))
  await saveResult('mutations', { command, machine: machine(), count: outcomes.length, found, faults })
}
