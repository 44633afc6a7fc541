import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { ExampleMatch } from './ExampleMatch.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import './LandingPage.css'

/** What a stranger sees: the promise, a real example, how it works, and what happens with their data. */
export function LandingPage() {
  const { i18n } = useLingui()
  return (
    <>
      <PageTitle title={PRODUCT_NAME} />
      <section className="wl-hero">
        <div className="wl-hero-text">
          <h1>{i18n._({ id: 'landing.promise', message: 'Find the people who hear what you hear.' })}</h1>
          <p>
            {i18n._({
              id: 'landing.lead',
              message:
                'Connect your music and video accounts. {product} finds the people who love the same deep cuts and channels, and gives you a place to talk about them.',
              values: { product: PRODUCT_NAME },
            })}
          </p>
          <div className="wl-hero-act">
            <Button component={Link} to="/sign-up" size="lg">
              {i18n._({ id: 'landing.start', message: 'Find my people' })}
            </Button>
            <span>{i18n._({ id: 'landing.free', message: 'Free. Your data stays yours.' })}</span>
          </div>
        </div>
        <ExampleMatch />
      </section>
      <HowItWorks />
      <section className="wl-promise">
        <h2>{i18n._({ id: 'landing.privacy.title', message: 'Your taste, your call' })}</h2>
        <p>
          {i18n._({
            id: 'landing.privacy',
            message:
              'You decide for every source who sees it and whether it counts for matching, and disconnecting one deletes what came from it at once.',
          })}{' '}
          <Link className="wl-link" to="/privacy-policy">
            {i18n._({ id: 'landing.privacy.more', message: 'What we keep' })}
          </Link>
        </p>
      </section>
    </>
  )
}
