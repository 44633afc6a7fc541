import { type Browser, expect } from '@playwright/test'
import type { RunningServer } from '../running-server.ts'
import { aDemoVisitor, type Visitor } from '../visitor.ts'

/** Mira in her own browser. Both players may load, and videos start automatically. */
export async function miraWithPlayers(
  browser: Browser,
  server: RunningServer,
  options: Parameters<typeof aDemoVisitor>[2] = {},
): Promise<Visitor> {
  const visitor = await aDemoVisitor(browser, server, options)
  await visitor.ask('POST', '/settings/players', { spotify: 'always', youtube: 'always', autoplay: true })
  return visitor
}

/** The floating panels, and the fake players in them. */
export const playersPage = ({ page }: Visitor) => {
  const music = page.getByRole('region', { name: /^(Artist|Song) player$/ })
  // Spotify's page is in one of our frames, which runs its script.
  const spotify = music.frameLocator('iframe').frameLocator('iframe')
  const plainSpotify = music.frameLocator('iframe')
  const bar = page.getByRole('region', { name: 'Player', exact: true })
  const video = page.locator('.wl-panel', { has: page.locator('.wl-preview-parts') })
  const youtube = video.frameLocator('iframe')
  return {
    music,
    video,
    spotify,
    plainSpotify,
    youtube,
    bar,
    queue: page.getByRole('dialog', { name: 'Queue' }),

    /** Finds an item in the catalog and presses play. */
    async play(name: string): Promise<void> {
      await page.goto(`/search?q=${encodeURIComponent(name)}`)
      await page.getByRole('button', { name: `Play ${name}`, exact: true }).click()
    },

    /** Allows the platform's player to load for this visit. */
    allow: (panel: typeof music) => panel.getByRole('button', { name: 'Load the player' }).click(),

    /** Changes a setting and waits until the account has it: leaving the page at once would abort the call. */
    async saved(act: () => Promise<void>): Promise<void> {
      const response = page.waitForResponse((entry) => entry.url().endsWith('/settings/players') && entry.request().method() === 'POST')
      await act()
      await response
    },

    /** Ends playback and empties the queue. */
    async stop(): Promise<void> {
      await bar.getByRole('button', { name: 'Queue' }).click()
      await page.getByRole('button', { name: 'Stop and close' }).click()
      await expect(bar).toBeHidden()
    },

    /** Presses the fake service's own button. */
    pressPlay: (player: typeof spotify) => player.getByRole('button', { name: 'Play', exact: true }).click(),
    expectPlaying: (player: typeof spotify) => expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible(),
    expectPaused: (player: typeof spotify) => expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible(),

    /** The position of a panel on the screen; throws if it is not there. */
    async place(panel: typeof music) {
      const box = await panel.boundingBox()
      if (!box) throw new Error('the panel is not on the screen')
      return box
    },

    /** The position of a panel once it is complete: cards and fonts that arrive change its height. */
    async restingPlace(panel: typeof music) {
      let last = ''
      await expect
        .poll(
          async () => {
            const now = JSON.stringify(await this.place(panel))
            const isSame = now === last
            last = now
            return isSame
          },
          { intervals: [300] },
        )
        .toBe(true)
      return this.place(panel)
    },

    /** True when two elements on the screen overlap. */
    async overlap(first: typeof music, second: typeof music): Promise<boolean> {
      const [a, b] = [await this.place(first), await this.place(second)]
      return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    },
  }
}
