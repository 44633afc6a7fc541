import { I18nProvider } from '@lingui/react'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { i18n } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'
import { styleNonce } from '#web/platform/style-nonce.ts'
import { cssVariables, theme } from '#web/ui/theme.ts'
import { Root } from './Root.tsx'

const colorScheme = localStorageColorSchemeManager({ key: 'wl.color-scheme' })

/** Everything a page stands on: colours, words, cached answers, addresses. */
export function App() {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorScheme}
        defaultColorScheme="dark"
        getStyleNonce={styleNonce}
      >
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Root />
            </BrowserRouter>
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
