import '#web/ui/base.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import '#web/ui/mantine-variables.css'
import '#web/ui/forced-colors.css'
import { startTransition, StrictMode, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { activateInitialLanguage, i18n, activeLanguage } from '#web/platform/i18n.ts'
import { wasSignedIn } from '#web/features/identity/session.ts'
import { pingOnNetworkChange } from '#web/platform/connectivity.ts'
import { registerServiceWorkerOnLoad } from '#web/platform/service-worker.ts'
import { preloadPage } from './route-guard.ts'
import { preloadFront } from '#web/pages/home/FrontPage.tsx'
import { isPrerendered, replacePrerendered } from './prerendered.ts'
import { startIdentity } from './start-identity.ts'
import { I18nProvider, useLingui } from '@lingui/react'
import {
  DirectionContext,
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { directionOf } from '#contract/languages/languages.ts'
import { queryClient } from '#web/platform/query.ts'
import { styleNonce } from '#web/platform/style-nonce.ts'
import { theme } from '#web/ui/theme.ts'
import { Root } from './Root.tsx'

void begin()

/** Yields between steps so that the browser can paint and handle input; one long task blocks phones for 100 ms. */
async function begin(): Promise<void> {
  // Starts first: nothing renders before the language is loaded.
  const language = activateInitialLanguage()
  const front = location.pathname === '/' ? preloadFront() : null
  await nextTurn()
  startIdentity()
  pingOnNetworkChange()
  await nextTurn()
  // Loads in parallel with the auth state, which decides whether the page is shown.
  preloadPage(location.pathname)
  registerServiceWorkerOnLoad()
  await nextTurn()
  if (wasSignedIn()) {
    prepareNumbers()
    await nextTurn()
  }
  await language
  // A visitor who sees the prerendered landing page keeps it until the app can render it too.
  if (isPrerendered()) await front
  renderApp()
}

function renderApp(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root element')
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/** The first Intl formatter loads locale data, which is slow. The app waits for the network here anyway. */
function prepareNumbers(): void {
  new Intl.NumberFormat(document.documentElement.lang).format(0)
}

/** Resolves in the next task, without the minimum delay of timers. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

/** The app's providers: theme, messages, query cache, router. */
function App() {
  // Runs before the browser paints the app's first render.
  useLayoutEffect(replacePrerendered, [])
  return (
    <Mantine>
      <I18nProvider i18n={i18n}>
        <Direction>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Root />
            </BrowserRouter>
          </QueryClientProvider>
        </Direction>
      </I18nProvider>
    </Mantine>
  )
}

const manager = localStorageColorSchemeManager({ key: 'wl.color-scheme' })
const getRootElement = () => document.documentElement

/** Mantine's own provider has code to compute its variables and classes (3 KB), which are style sheets here. */
function Mantine({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({ defaultColorScheme: 'dark', forceColorScheme: undefined, manager, getRootElement })
  const options = {
    ...scheme,
    getRootElement,
    getStyleNonce: styleNonce,
    classNamesPrefix: 'mantine',
    cssVariablesSelector: ':root',
    withStaticClasses: true,
    deduplicateInlineStyles: false,
  }
  return (
    <MantineContext value={options}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}

/** Gives Mantine the text direction of the language. Its own provider observes the document instead, which costs more. */
function Direction({ children }: { children: ReactNode }) {
  useLingui()
  const dir = directionOf(activeLanguage())
  const value = useMemo(() => ({ dir, toggleDirection: noop, setDirection: noop }), [dir])
  return <DirectionContext value={value}>{children}</DirectionContext>
}

// Only a change of language changes the direction.
const noop = () => undefined
