import type { Config } from '../config.ts'
import { type Check, type Finding, messageOf, off, ok } from './check.ts'

/** A start waits for it. */
const ANSWER_WITHIN_MS = 3_000

/** The connection to Redis and the right to use it. */
export function redisCheck({ redisUrl }: Pick<Config, 'redisUrl'>): Check {
  return {
    component: 'Redis',
    run: async () => (redisUrl === null ? off('not set up (REDIS_URL); one server process needs none') : checkRedis(redisUrl)),
  }
}

async function checkRedis(redisUrl: string): Promise<Finding> {
  const { createClient } = await import('redis')
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false, connectTimeout: ANSWER_WITHIN_MS } })
  client.on('error', () => undefined)
  const silent = Promise.withResolvers<never>()
  const timer = setTimeout(() => silent.reject(new Error(`no answer within ${ANSWER_WITHIN_MS / 1000} seconds`)), ANSWER_WITHIN_MS)
  const { host } = new URL(redisUrl)
  const useRedis = async () => {
    await client.connect()
    await client.ping()
    await client.publish('wavelength.check', '')
  }
  try {
    // The client itself waits forever for the answer to its first command.
    await Promise.race([silent.promise, useRedis()])
    return ok(`Redis at ${host}`)
  } catch (failure) {
    const message = messageOf(failure)
    if (/^(WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR invalid password)/.test(message))
      return {
        status: 'error',
        message: `Redis at ${host} rejected the login of REDIS_URL (${message})`,
        fix: 'Correct user and password in REDIS_URL.',
        preventsStart: true,
      }
    // Redis may come later: the server starts without it and sends nothing to other servers until then.
    return {
      status: 'error',
      message: `Redis at ${host} does not answer (${message})`,
      fix: 'Check that it runs and that REDIS_URL is right. Until then messages reach users of other servers late.',
    }
  } finally {
    clearTimeout(timer)
    if (client.isOpen) client.destroy()
  }
}
