import '#web/ui/base.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showFirstLanguage } from '#web/platform/i18n.ts'
import { registerServiceWorkerOnLoad } from '#web/platform/service-worker.ts'
import { App } from './App.tsx'
import { preloadFront } from './pages/FrontPage.tsx'
import { isPrerendered } from './prerendered.ts'
import { startIdentity } from './start-identity.ts'

// Asked for before anything else: nothing is drawn until it is there.
const language = showFirstLanguage()
startIdentity()
const front = location.pathname === '/' ? preloadFront() : null
registerServiceWorkerOnLoad()

// Whoever sees the landing page already keeps it until the app can draw it too.
const awaited = [language, isPrerendered() ? front : null].filter((one) => one !== null)
if (awaited.length > 0) void Promise.all(awaited).then(draw)
else draw()

function draw() {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
