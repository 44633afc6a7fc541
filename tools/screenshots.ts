import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { buildWebWhenStale } from '#tools/build/build-web.ts'
import { readArguments } from './arguments.ts'
import { ensureChromium } from './chromium.ts'
import { firstPages, openPages, pagesOf, THEMES, WIDTHS } from './screenshots/pages.ts'
import { createPhotographer } from './screenshots/photographer.ts'
import { states } from './screenshots/states.ts'
import { storePictures } from './screenshots/stores.ts'

const USAGE = `Usage:
  npm run screenshots   takes every page in every width and theme, and every state of the pages that have some
    -- --to <folder>      where the pictures go; default: screenshots
    -- --only <text>      only pages whose address contains it
    -- --width <pixels>   only that width
    -- --theme <name>     dark or light only
    -- --states           only the states, --no-states leaves them out
    -- --stores           only the pictures for the app stores, in their sizes and in every language`

const { values } = readArguments(USAGE, {
  options: {
    to: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    theme: { type: 'string' },
    states: { type: 'boolean' },
    'no-states': { type: 'boolean' },
    stores: { type: 'boolean' },
  },
})

const executablePath = ensureChromium()
if (!executablePath) throw new Error('There is no Chromium. Install one, or name it by CHROMIUM_PATH.')
await buildWebWhenStale()
mkdirSync(values.to, { recursive: true })
const server = await startServer({ demo: true })
await makeModerator(server)
const photographer = await createPhotographer({
  launch: () => chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] }),
  server,
  folder: values.to,
})
try {
  const isSelected = (path: string) => path.includes(values.only)
  const widths = WIDTHS.filter((width) => !values.width || String(width) === values.width)
  const themes = THEMES.filter((theme) => !values.theme || theme === values.theme)
  const user = await photographer.aUser()
  const closed = pagesOf(user)
  if (values.stores) for (const picture of storePictures(user)) if (isSelected(picture.to)) await photographer.takeScreen(picture)
  for (const width of values.stores ? [] : widths) {
    for (const theme of themes) {
      if (!values.states) {
        await photographer.take({ width, theme, pages: openPages.filter(isSelected), persona: null })
        await photographer.take({ width, theme, pages: firstPages.filter(isSelected), persona: 'half-way' })
        await photographer.take({ width, theme, pages: closed.filter(isSelected), persona: 'mira' })
      }
      if (values['no-states']) continue
      for (const state of states) await photographer.take({ width, theme, pages: closed.filter(isSelected), persona: state.persona, state })
    }
  }
  console.log(`${photographer.taken()} pictures in ${values.to}`)
} finally {
  await photographer.close()
  await server.close()
}

/** The demo's first user is a moderator, because the reports are a page, too. The command needs the data folder exclusively. */
async function makeModerator(runningServer: RunningServer): Promise<void> {
  const [first] = runningServer.ready.logins
  const userName = first?.email.split('@')[0]
  if (!userName) throw new Error('the demo world has no users')
  await runningServer.end('SIGTERM')
  execFileSync('node_modules/node/bin/node', ['tools/moderator.ts', 'add', userName], {
    env: { ...process.env, ...runningServer.environment },
  })
  await runningServer.start()
}
