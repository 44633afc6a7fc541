import { expect, test } from 'vitest'
import { links, momentFor, openMoments, plain, sent, signedUp, statusOf, uploads, world, setUpUploads } from './uploads.test-world.ts'

setUpUploads()

test('a public picture is visible without signing in, exactly while it is public', async () => {
  const alice = await signedUp('alice@example.org')
  const { id, url } = await sent(alice)
  const moment = momentFor()
  await uploads.attach(alice.uid, plain({ id }), moment)
  const visitor = { browser: world.browser() }
  expect(await statusOf(visitor, url)).toBe(404)
  openMoments.add(moment.id)
  expect(await statusOf(visitor, url)).toBe(200)
  openMoments.delete(moment.id)
  expect(await statusOf(visitor, url)).toBe(404)
})

test('a link shows it without signing in, exactly while the link is valid', async () => {
  const [alice, bob] = [await signedUp('alice@example.org'), await signedUp('bob@example.org')]
  const [{ id, url }, other] = [await sent(alice), await sent(alice)]
  const moment = momentFor()
  await uploads.attach(alice.uid, plain({ id }), moment)
  const visitor = { browser: world.browser() }
  const statuses = async (query: string) => [await statusOf(visitor, url + query), await statusOf(bob, url + query)]
  expect(await statuses('?link=a-code')).toEqual([404, 404])
  links.set('a-code', { id: moment.id, without: bob.uid })
  expect(await statuses('?link=a-code')).toEqual([200, 404])
  expect(await statusOf(visitor, `${other.url}?link=a-code`)).toBe(404)
  for (const query of ['', '?link=', '?link=another', '?link=a-code&link=a-code', '?link=%00', '?link[]=a-code'])
    expect(await statuses(query)).toEqual([404, 404])
  links.clear()
  expect(await statuses('?link=a-code')).toEqual([404, 404])
})
