import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { type Checked, runChecks } from '#server/checks/check.ts'
import { doctorChecks } from '#server/checks/checks.ts'
import { readConfig } from '#server/config.ts'
import { readArguments } from './arguments.ts'
import { runCommand } from './installation/open-store.ts'

readArguments(`Usage:
  npm run doctor   tests every configured component and prints one line for each`)

const signs = { ok: styleText('green', '✓'), off: styleText('dim', '-'), warning: styleText('yellow', '!'), error: styleText('red', '✗') }

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const checked = await runChecks(doctorChecks(readConfig(process.env, { isServed: true }), process.env))
  const width = Math.max(...checked.map(({ component }) => component.length))
  for (const { status, component, message, fix } of checked) console.log(line({ status, component, message, fix }, width))
  const failed = checked.filter(({ status }) => status === 'error').length
  const warnings = checked.filter(({ status }) => status === 'warning').length
  const works =
    warnings === 1 ? '1 warning, no errors.' : warnings ? `${warnings} warnings, no errors.` : 'Everything that was checked works.'
  console.log(failed ? `\n${failed} of ${checked.length} need your attention.` : `\n${works}`)
  if (failed) process.exitCode = 1
})

function line(
  { status, component, message, fix }: Pick<Checked, 'status' | 'component' | 'message'> & { fix: string | undefined },
  width: number,
) {
  const solution = fix && (status === 'error' || status === 'warning') ? ` → ${fix}` : ''
  return `${signs[status]} ${component.padEnd(width)}  ${message}${solution}`
}
