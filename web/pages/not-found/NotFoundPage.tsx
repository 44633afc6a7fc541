import { useLingui } from '@lingui/react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { limits } from '#contract/limits.ts'
import { visibleText } from '#contract/base/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import './NotFoundPage.css'

/** Shown for every address without a page, with a search and a link to the start. Signed-out visitors sign in before they search. */
export function NotFoundPage() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    const q = typeof typed === 'string' ? visibleText(typed) : ''
    void navigate(q ? `/search?${new URLSearchParams({ q }).toString()}` : '/search')
  }
  return (
    <>
      <PageHeader title={i18n._({ id: 'not-found.title', message: 'Page not found' })} />
      <EmptyState
        action={
          <div className="wl-not-found">
            <search>
              <form onSubmit={handleSubmit}>
                <TextInput
                  name="q"
                  type="search"
                  autoComplete="off"
                  maxLength={limits.search.max}
                  aria-label={i18n._({ id: 'search.label', message: 'Search' })}
                  placeholder={i18n._({ id: 'search.placeholder', message: 'Search people, artists, channels' })}
                />
                <Button type="submit" variant="default">
                  {i18n._({ id: 'not-found.search', message: 'Search' })}
                </Button>
              </form>
            </search>
            <Button component={Link} to="/">
              {i18n._({ id: 'not-found.home', message: 'Back to home' })}
            </Button>
          </div>
        }
      >
        {i18n._({
          id: 'not-found.text',
          message: 'There’s no page at this address. It may be mistyped, or the page has moved. Nothing plays here.',
        })}
      </EmptyState>
    </>
  )
}
