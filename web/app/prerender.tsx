/* Runs in Node: `tools/build/prerender.ts` calls it during the web build. */
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { AppLanguage } from '#contract/languages/languages.ts'
import { i18n, loadMessages } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'
import { LandingPage } from '#web/pages/landing/LandingPage.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'

/** Renders the landing page for signed-out visitors. Without Mantine, whose styles would outweigh the page. */
export async function renderLanding(language: AppLanguage): Promise<string> {
  i18n.loadAndActivate({ locale: language, messages: await loadMessages(language) })
  return renderToString(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <StaticRouter location="/">
          <PublicFrame>
            <LandingPage />
          </PublicFrame>
        </StaticRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )
}
