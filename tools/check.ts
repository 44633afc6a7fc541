import { runChecks } from './checks/checks.ts'
import { closingLine } from './run-step.ts'

const tally = await runChecks()
console.log(closingLine(tally))
process.exitCode = tally.failed ? 1 : 0
