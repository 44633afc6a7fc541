import { afterAll, beforeAll } from 'vitest'
import { identityWorld, type IdentityWorld } from './identity.ts'

export let world: IdentityWorld
/** The identity feature behind its HTTP server, for all tests of a file. */
export function setUpIdentity(options?: Parameters<typeof identityWorld>[0]): void {
  beforeAll(async () => {
    world = await identityWorld(options)
  })
  afterAll(() => world.close())
}

export type Browser = ReturnType<IdentityWorld['browser']>

/** The error code of an answer; 'done' without an error. */
export const codeOf = (answer: { statusCode: number; json(): { code?: string } }) =>
  answer.statusCode === 200 ? 'done' : answer.json().code

/** Whether the browser is signed in. */
export const isIn = async (browser: Browser) => (await browser.call('GET', '/identity/token')).statusCode === 200
