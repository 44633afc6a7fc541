import '#web/ui/base.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerServiceWorkerOnLoad } from '#web/platform/service-worker.ts'
import { App } from './App.tsx'
import { preloadFront } from './pages/FrontPage.tsx'
import { startIdentity } from './start-identity.ts'

startIdentity()
if (location.pathname === '/') preloadFront()
registerServiceWorkerOnLoad()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
