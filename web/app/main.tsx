import '#web/ui/base.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showFirstLanguage } from '#web/platform/i18n.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { registerServiceWorkerOnLoad } from '#web/platform/service-worker.ts'
import { App } from './App.tsx'
import { preloadPage } from './route-guard.ts'
import { preloadFront } from '#web/pages/home/FrontPage.tsx'
import { isPrerendered } from './prerendered.ts'
import { startIdentity } from './start-identity.ts'

void begin()

/** In turns, between which the browser paints and listens: all at once it would be deaf for a tenth of a second on phones. */
async function begin(): Promise<void> {
  // Asked for before anything else: nothing is drawn until it is there.
  const language = showFirstLanguage()
  const front = location.pathname === '/' ? preloadFront() : null
  await nextTurn()
  startIdentity()
  await nextTurn()
  // Beside the answer to who is there, which decides whether it is shown.
  preloadPage(location.pathname)
  registerServiceWorkerOnLoad()
  await nextTurn()
  if (wasSignedIn()) prepareNumbers()
  await language
  // Whoever sees the landing page already keeps it until the app can draw it too.
  if (isPrerendered()) await front
  draw()
}

function draw(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/** For its first number a browser loads the data of its languages, which takes long. What is on its way now is waited for anyway. */
function prepareNumbers(): void {
  new Intl.NumberFormat(document.documentElement.lang).format(0)
}

/** The next task of the browser, without the pause that timers may make. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}
