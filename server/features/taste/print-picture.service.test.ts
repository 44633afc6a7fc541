import { expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { createPrintPictures } from './print-picture.service.ts'
import { artistsNamed, setUpTaste, world } from './taste.test-world.ts'

setUpTaste()
const stored: { uid: Uid; bytes: number }[] = []

const pictures = {
  async add(uid: Uid, bytes: Buffer) {
    stored.push({ uid, bytes: bytes.length })
    return { id: 'picture', url: '/files/picture', small_url: '/files/picture', width: 1_200, height: 630, thumbhash: null, alt: '' }
  },
}

test("stores the viewer's public print as their own picture", async () => {
  const people = { cards: (uids: readonly Uid[]) => world.profiles.cards(uids) }
  const prints = createPrintPictures({ ...world.live, people, pictures })
  const mira = await world.person('mira')
  await world.loves(mira, 'picks', artistsNamed('Bonobo', 'Muse', 'Gorillaz'), { shownTo: 'buddies' })
  await expect(prints.make(mira)).rejects.toMatchObject({ code: 'wrong_state' })
  await world.loves(mira, 'picks', artistsNamed('Bonobo', 'Muse', 'Gorillaz'))
  expect((await prints.make(mira)).width).toBe(1_200)
  expect(stored.map(({ uid }) => uid)).toEqual([mira])
  await expect(prints.make(await world.stranger())).rejects.toMatchObject({ code: 'not_found' })
})
