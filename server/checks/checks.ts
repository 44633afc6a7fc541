import type { Config } from '../config.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { type Check, type Checked, runChecks } from './check.ts'
import { clockCheck } from './clock.check.ts'
import { databaseCheck } from './database.check.ts'
import { mailCheck } from './mail.check.ts'
import { publicAddressCheck, tlsCheck } from './public-address.check.ts'
import { redisCheck } from './redis.check.ts'
import { settingsCheck } from './settings.check.ts'
import { firebaseCheck, issuerChecks } from './sign-in.check.ts'
import { sourceChecks } from './sources.check.ts'
import { bucketCheck, diskCheck } from './storage.check.ts'

/** The configuration is wrong: each line is a component and what to do. */
export class StartRejected extends Error {
  override name = 'StartRejected'
}

/** Everything that `npm run doctor` tests, in the order in which it prints. */
export const doctorChecks = (config: Config, env: Record<string, string | undefined>): Check[] => [
  settingsCheck(env),
  diskCheck(config),
  databaseCheck(config),
  redisCheck(config),
  bucketCheck(config),
  mailCheck(config),
  ...issuerChecks(config),
  firebaseCheck(config),
  ...sourceChecks(config),
  publicAddressCheck(config),
  tlsCheck(config),
  clockCheck(config),
]

/**
 * Tests the components that a server requires, before it opens anything.
 * @throws StartRejected when a setting is wrong. A component that is only temporarily unavailable is logged.
 */
export async function checkBeforeStart(config: Config, log: Log): Promise<void> {
  const checked = await runChecks([
    ...(config.databaseUrl === null ? [] : [databaseCheck(config)]),
    redisCheck(config),
    bucketCheck(config),
  ])
  const fatal = checked.filter(({ preventsStart }) => preventsStart)
  if (fatal.length) throw new StartRejected(fatal.map(formatCheck).join('\n'))
  logProblems(checked, log)
}

/** Tests the components that a server can run without for a while; it does not wait for the result. */
export async function checkAfterStart(config: Config, log: Log): Promise<void> {
  logProblems(await runChecks([mailCheck(config), ...issuerChecks(config)]), log)
}

function logProblems(checked: readonly Checked[], log: Log): void {
  for (const { component, status, message, fix } of checked)
    if (status === 'warning' || status === 'error') log.warn({ component, fix }, message)
}

/** `mail: the mail server ... Correct SMTP_URL.` */
export const formatCheck = ({ component, message, fix }: Checked): string => `${component}: ${message}.${fix ? ` ${fix}` : ''}`
