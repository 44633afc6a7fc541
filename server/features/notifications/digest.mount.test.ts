import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { registerOneClickUnsubscribe } from './digest.mount.ts'

const ended: string[] = []
const app = Fastify()
app.setErrorHandler((error, _request, reply) => reply.code(error instanceof AppError ? error.status : 500).send())
registerOneClickUnsubscribe(app, {
  end: async (code) => {
    if (code !== 'good') throw new AppError('link_invalid', { purpose: 'digest' })
    ended.push(code)
  },
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const post = async (url: string, headers: Record<string, string>, payload: string) =>
  (await app.inject({ method: 'POST', url, headers, payload })).statusCode

test('a mail program unsubscribes with one POST request, in either form encoding', async () => {
  const part = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect(await post('/unsubscribe?code=good', form, 'List-Unsubscribe=One-Click')).toBe(200)
  expect(await post('/unsubscribe?code=good', multipart, part)).toBe(200)
  expect(ended).toEqual(['good', 'good'])
})

test('a code that is wrong or missing is rejected', async () => {
  expect(await post('/unsubscribe?code=bad', form, '')).toBe(410)
  expect(await post('/unsubscribe', form, '')).toBe(410)
})
