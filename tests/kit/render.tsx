/* Renders components as the app does. Every test starts with an empty query cache. */
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, type RenderResult } from '@testing-library/react'
import { useLayoutEffect, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach } from 'vitest'
import { i18n } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'

let currentPath = ''

afterEach(() => {
  // Mounted components would request what is no longer in the cache.
  cleanup()
  queryClient.clear()
})

/** Renders `ui` inside the app's providers, at this path of the router. `rerender` keeps the providers. */
export function renderInApp(ui: ReactNode, { path = '/' }: { path?: string } = {}): RenderResult {
  return render(ui, {
    wrapper: ({ children }) => (
      // Mantine's style elements would be part of the container's text.
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <MemoryRouter initialEntries={[path]}>
              {children}
              <PathReader />
            </MemoryRouter>
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    ),
  })
}

/** The router's current path with its query. */
export const shownPath = (): string => currentPath

function PathReader(): null {
  const { pathname, search } = useLocation()
  useLayoutEffect(() => void (currentPath = pathname + search), [pathname, search])
  return null
}
