/**
 * How long does a message take from the key press in one browser to the page of the other, on loopback?
 * `node_modules/node/bin/node bench/message.ts [messages]` starts the product with its demo world, logs two people in and lets one write.
 */
import { chromium } from '@playwright/test'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { entryPage } from '#tests/kit/pages/entry.page.ts'
import { startServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'
import { findChromium } from '#tools/chromium.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, roundToTenth, saveResult } from './report.ts'

const [MESSAGES = 60] = readNumbers('Usage: node bench/message.ts [messages]', { most: 1 }).numbers
const WARM_UP = 5

const executablePath = findChromium()
if (!executablePath) throw new Error('This needs Chromium; see CHROMIUM_PATH.')
const server = await startServer({ demo: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const [writer, reader] = await Promise.all([loggedIn(0), loggedIn(1)])
  const path = await commonChat(writer, reader)
  await Promise.all([writer.open(path), reader.open(path)])
  await chatPage(writer).composer.waitFor()
  await chatPage(reader).composer.waitFor()

  const times: number[] = []
  for (let index = 0; index < MESSAGES + WARM_UP; index++) {
    const text = `bench ${index}`
    const seen = reader.page.evaluate(seenAt, text)
    await chatPage(writer).composer.fill(text)
    await writer.page.evaluate(notePress)
    await chatPage(writer).composer.press('Enter')
    const took = (await seen) - (await writer.page.evaluate(lastPress))
    if (index >= WARM_UP) times.push(took)
  }
  const result = {
    question: 'key press to the other page, ms',
    messages: times.length,
    median: roundToTenth(percentile(times, 0.5)),
    p90: roundToTenth(percentile(times, 0.9)),
    max: roundToTenth(Math.max(...times)),
  }
  console.table([result])
  await saveResult('message', { command: `node bench/message.ts ${MESSAGES}`, machine: machine(), result })
} finally {
  await browser.close()
  await server.close()
}

async function loggedIn(number: number): Promise<Visitor> {
  const login = server.ready.logins[number]
  if (!login) throw new Error('The demo world has too few logins.')
  const visitor = await aVisitor(browser, server)
  await entryPage(visitor).logIn(login)
  return visitor
}

/** Makes the two users buddies if they are not, and returns the path of their chat. */
async function commonChat(a: Visitor, b: Visitor): Promise<string> {
  for (const [who, whom] of [
    [a, 'jonas'],
    [b, 'mira'],
  ] as const) {
    await who.open(`/search?q=${whom}`)
    await who.page
      .getByRole('link', { name: new RegExp(whom, 'i') })
      .first()
      .click()
    await who.page.getByRole('heading', { level: 1, name: new RegExp(whom, 'i') }).waitFor()
    const connectButton = who.page.getByRole('button', { name: /^Connect with/ })
    const accept = who.page.getByRole('button', { name: /^Accept .*request/ })
    const message = who.page.getByRole('link', { name: /^Message / })
    await connectButton.or(accept).or(message).first().waitFor()
    if (await accept.isVisible()) {
      await accept.click()
      await accept.waitFor({ state: 'hidden' })
    } else if (await connectButton.isVisible()) {
      await connectButton.click()
      await who.page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
    }
  }
  await b.page.getByRole('link', { name: /^Message / }).click()
  await b.page.waitForURL(/\/chat\/[0-9a-f-]{36}/)
  return b.path()
}

/** Runs in the reader's page: when a message with this text first appears. Both pages share the machine's clock. */
function seenAt(text: string): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      const rows = document.querySelectorAll('.wl-message-text')
      if (rows[rows.length - 1]?.textContent !== text) return
      watcher.disconnect()
      resolve(performance.timeOrigin + performance.now())
    }
    const watcher = new MutationObserver(check)
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
    check()
  })
}

/** Runs in the writer's page: records the next press of Enter. */
function notePress(): void {
  window.addEventListener('keydown', () => Object.assign(window, { benchPressed: performance.timeOrigin + performance.now() }), {
    once: true,
    capture: true,
  })
}

function lastPress(): number {
  // Set by `notePress`.
  return (window as unknown as { benchPressed: number }).benchPressed
}
