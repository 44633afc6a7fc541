import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readArguments, rejectArguments } from './arguments.ts'
import { calibrationOf, HELD_OUT } from './eval/eval.calibration.ts'
import { BadLine, readEvalData } from './eval/eval.data.ts'
import { HARDER_SIZE, harderListeners } from './eval/eval.harder.ts'
import { measuresOf } from './eval/eval.measures.ts'
import { belowFloor, evaluate, tableOf, type EvalReport, type QualityFloor } from './eval/eval.report.ts'
import { SHIPPED_SIZE, syntheticListeners } from './eval/eval.synthetic.ts'

const shipped = (name: string): URL => new URL(`eval/synthetic/${name}.tsv`, import.meta.url)

const USAGE = `How well does taste alone find people's friends? Usage:
  npm run eval:taste                                              on the synthetic listeners of tools/eval/synthetic; fails below tools/eval/floor.json
  npm run eval:taste -- --plays plays.tsv --friends friends.tsv   on files: user, item, count; friends: user, user; tab-separated, without a header
    -- --json        prints JSON
    -- --harder      makes up more synthetic listeners, nearer to real ones
    -- --generate    writes the synthetic listeners again
    -- --calibrate   saves how percentages read for users who were held out (tools/eval/calibration.json)`

process.exitCode = run()

function run(): number {
  const { values } = readArguments(USAGE, {
    options: {
      plays: { type: 'string' },
      friends: { type: 'string' },
      json: { type: 'boolean' },
      harder: { type: 'boolean' },
      generate: { type: 'boolean' },
      calibrate: { type: 'boolean' },
    },
  })
  if (values.generate) return generate()
  if (values.calibrate) return calibrate()
  if ((values.plays === undefined) !== (values.friends === undefined)) rejectArguments(USAGE, '--plays and --friends belong together.')
  try {
    const report = reportOf(values)
    process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : tableOf(report)}\n`)
    const missed = values.plays === undefined && !values.harder ? belowFloor(report, floor()) : []
    return missed.length === 0 ? 0 : fail(missed.join('\n'))
  } catch (error) {
    if (error instanceof BadLine || isMissingFile(error)) return fail(error.message)
    throw error
  }
}

function reportOf({ plays, friends, harder = false }: { plays?: string; friends?: string; harder?: boolean }): EvalReport {
  const made = harder ? harderListeners(HARDER_SIZE) : null
  return evaluate(
    made?.plays ?? readFileSync(plays ?? shipped('plays'), 'utf8'),
    made?.friends ?? readFileSync(friends ?? shipped('friends'), 'utf8'),
  )
}

/** Updated by hand after the ranking has improved. */
function floor(): QualityFloor {
  // The package.json of this project.
  return JSON.parse(readFileSync(new URL('eval/floor.json', import.meta.url), 'utf8')) as QualityFloor
}

function calibrate(): number {
  const calibrations = Object.entries(HELD_OUT).map(([name, listeners]) => {
    const { plays, friends } = listeners()
    const data = readEvalData(plays, friends)
    return [name, calibrationOf(data, measuresOf(data).ours)] as const
  })
  writeFileSync(new URL('eval/calibration.json', import.meta.url), `${JSON.stringify(Object.fromEntries(calibrations), null, 2)}\n`)
  return 0
}

function generate(): number {
  const { plays, friends } = syntheticListeners(SHIPPED_SIZE)
  mkdirSync(new URL('eval/synthetic/', import.meta.url), { recursive: true })
  writeFileSync(shipped('plays'), plays)
  writeFileSync(shipped('friends'), friends)
  return 0
}

function fail(reason: string): number {
  process.stderr.write(`${reason}\n`)
  return 1
}

const isMissingFile = (error: unknown): error is Error => error instanceof Error && 'code' in error && error.code === 'ENOENT'
