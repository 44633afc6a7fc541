import { I18nProvider, useLingui } from '@lingui/react'
import { DirectionContext, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { directionOf } from '#contract/languages/languages.ts'
import { i18n, shownLanguage } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'
import { styleNonce } from '#web/platform/style-nonce.ts'
import { cssVariables, theme } from '#web/ui/theme.ts'
import { Root } from './Root.tsx'
import { replacePrerendered } from './prerendered.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'wl.color-scheme' })

/** Everything a page stands on: colours, words, cached answers, addresses. */
export function App() {
  // Before the browser paints what was drawn here first.
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

/** Which way the library's parts run: as the language does. Its own provider watches the page for that, which costs more. */
function Direction({ children }: { children: ReactNode }) {
  useLingui()
  const dir = directionOf(shownLanguage())
  const value = useMemo(() => ({ dir, toggleDirection: nothing, setDirection: nothing }), [dir])
  return <DirectionContext value={value}>{children}</DirectionContext>
}

// Nobody turns the direction without the language.
const nothing = () => undefined
