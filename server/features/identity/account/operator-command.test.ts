import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityWorld, type IdentityWorld } from '#tests/kit/identity.ts'
import { type OperatorCommand, type OperatorDeps, operatorCommand } from './operator-command.ts'

let world: IdentityWorld
let erased: string[]
let removed: string[]
let filesPending = 0
let retries = 0
let remaining: { files: number; failing: number; oldest: Date | null } = { files: 0, failing: 0, oldest: null }
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(() => world.close())

async function anna({ hasProfile = true } = {}) {
  await world.empty()
  erased = []
  removed = []
  const browser = world.browser()
  await browser.signUp('anna@example.test')
  const token = await browser.token()
  const { uid } = await world.identity.authenticate(token)
  const deps: OperatorDeps = {
    uidOf: async (userName) => (userName === 'anna' && hasProfile ? uid : null),
    uidOfEmail: world.identity.uidOfEmail,
    exists: world.identity.exists,
    userNameOf: async () => (hasProfile ? 'anna' : null),
    signOut: world.identity.revokeAll,
    removeSecondFactor: async (address) => void removed.push(address),
    erase: async (gone) => {
      erased.push(gone)
      return { filesPending }
    },
    files: {
      retryAll: async () => void retries++,
      status: async () => remaining,
    },
  }
  return {
    token,
    uid,
    run: (...command: OperatorCommand) => operatorCommand(deps, command),
    erase: (name = 'anna') => operatorCommand(deps, ['erase', name], { isConfirmed: true }),
  }
}

test('an operator ends all sessions of a user: their token is rejected and their sockets are closed', async () => {
  const { token, uid, run } = await anna()
  expect(await run('sign-out', '@Anna')).toEqual({ text: 'Every sign-in of @anna has ended.', isDone: true })
  await expect(world.identity.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(world.closedSockets).toContainEqual({ uid, authTimeMs: null })
})

test('an operator can also name a user by email address or id, for example one without a profile', async () => {
  const { uid, erase } = await anna({ hasProfile: false })
  for (const name of ['Anna@Example.test', uid, uid.toUpperCase()]) {
    expect(await erase(name)).toEqual({ text: `${name} is deleted.`, isDone: true })
  }
  expect(erased).toEqual([uid, uid, uid])
  for (const name of ['ben@example.test', '00000000-0000-7000-8000-000000000000', 'anna']) {
    expect(await erase(name)).toEqual({ text: `There is no user ${name} here.`, isDone: false })
  }
  const { run: named } = await anna()
  expect(await named('erase', 'anna@example.test')).toMatchObject({ text: expect.stringContaining('To delete @anna, repeat') })
})

test('an operator turns off the second step of a user who lost it', async () => {
  const { uid, run } = await anna()
  expect(await run('two-step-off', 'anna')).toEqual({ text: '@anna signs in without a second step now.', isDone: true })
  expect(removed).toEqual([uid])
})

test('an account is deleted only after a second confirmation', async () => {
  const { uid, run, erase } = await anna()
  expect(await run('erase', 'anna')).toMatchObject({ isDone: false, text: expect.stringContaining('--yes') })
  expect(erased).toEqual([])
  expect(await erase()).toEqual({ text: '@anna is deleted.', isDone: true })
  expect(erased).toEqual([uid])
})

test('the command reports files that remain after a deletion', async () => {
  const { erase } = await anna()
  filesPending = 3
  const text = '@anna is deleted. 3 files are still in the file store, and the server goes on deleting.'
  expect(await erase()).toEqual({ text, isDone: true })
  filesPending = 0
})

test('an operator can retry the deletion of files, and sees how many remain and since when', async () => {
  const { run } = await anna()
  expect(await run('files')).toEqual({ text: 'No file waits to be deleted.', isDone: true })
  remaining = { files: 12, failing: 4, oldest: new Date('2026-11-20T12:00:00.000Z') }
  const { text, isDone } = await run('files')
  expect([retries, isDone, text.split('. ')[0]]).toEqual([
    2,
    false,
    '12 files are still to be deleted, the oldest since 2026-11-20T12:00:00.000Z; 4 failed five times or more',
  ])
})

test('reports that no user has the name', async () => {
  const { run } = await anna()
  expect(await run('sign-out', 'nobody')).toEqual({ text: 'There is no user nobody here.', isDone: false })
})
