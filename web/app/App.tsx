import { I18nProvider, useLingui } from '@lingui/react'
import { DirectionContext, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { directionOf } from '#contract/languages/languages.ts'
import { i18n, activeLanguage } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'
import { styleNonce } from '#web/platform/style-nonce.ts'
import { cssVariables, theme } from '#web/ui/theme.ts'
import { Root } from './Root.tsx'
import { replacePrerendered } from './prerendered.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'wl.color-scheme' })

/** The app's providers: theme, messages, query cache, router. */
export function App() {
  // Runs before the browser paints the app's first render.
  useLayoutEffect(replacePrerendered, [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="dark"
      getStyleNonce={styleNonce}
    >
      <I18nProvider i18n={i18n}>
        <Direction>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Root />
            </BrowserRouter>
          </QueryClientProvider>
        </Direction>
      </I18nProvider>
    </MantineProvider>
  )
}

/** Gives Mantine the text direction of the language. Its own provider observes the document instead, which costs more. */
function Direction({ children }: { children: ReactNode }) {
  useLingui()
  const dir = directionOf(activeLanguage())
  const value = useMemo(() => ({ dir, toggleDirection: nothing, setDirection: nothing }), [dir])
  return <DirectionContext value={value}>{children}</DirectionContext>
}

// Only a change of language changes the direction.
const nothing = () => undefined
