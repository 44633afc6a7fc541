import { readArguments } from './arguments.ts'
import { runChecks } from './checks/checks.ts'
import { closingLine } from './run-step.ts'

readArguments(`Usage:
  npm run check   checks types, lint, layers, unused code, translations, words, references and format`)
const tally = await runChecks()
console.log(closingLine(tally))
process.exitCode = tally.failed ? 1 : 0
