import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { type OperatorDeps, operatorCommand } from './operator-command.ts'

let world: IdentityWorld
let erased: string[]
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(() => world.close())

async function anna() {
  await world.empty()
  erased = []
  const browser = world.browser()
  await browser.signUp('anna@example.test')
  const token = await browser.token()
  const { uid } = await world.identity.authenticate(token)
  const deps: OperatorDeps = {
    uidOf: async (userName) => (userName === 'anna' ? uid : null),
    signOut: world.identity.revokeAll,
    erase: async (gone) => void erased.push(gone),
  }
  return { token, uid, run: (...args: string[]) => operatorCommand(deps, args) }
}

test('an operator ends every sign-in of a person: their token is refused and their sockets are closed', async () => {
  const { token, uid, run } = await anna()
  expect(await run('sign-out', '@Anna')).toEqual({ text: 'Every sign-in of @anna has ended.', isDone: true })
  await expect(world.identity.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(world.closedSockets).toContainEqual({ uid, authTimeMs: null })
})

test('an account is deleted only when that was said twice', async () => {
  const { uid, run } = await anna()
  expect(await run('erase', 'anna')).toMatchObject({ isDone: false, text: expect.stringContaining('--yes') })
  expect(erased).toEqual([])
  expect(await run('erase', 'anna', '--yes')).toEqual({ text: '@anna is deleted.', isDone: true })
  expect(erased).toEqual([uid])
})

test('what can’t be meant is said so', async () => {
  const { run } = await anna()
  expect(await run('sign-out', 'nobody')).toEqual({ text: 'Nobody here is called @nobody.', isDone: false })
  expect(await run('burn', 'anna')).toMatchObject({ isDone: false, text: expect.stringContaining('Usage') })
})
