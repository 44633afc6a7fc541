import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconLanguage } from '@tabler/icons-react'
import type { Profile } from '#contract/profiles.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import './ProfileHead.css'

export type ProfileHeadProps = {
  profile: Profile
  /** Action buttons for this person, or for the user's own profile. */
  actions?: ReactNode
  /** Beside the text where there is room: the match, or the user's own print. */
  aside?: ReactNode
}

/** A person's header: picture, name and bio. Contains the page's h1. */
export function ProfileHead({ profile, actions, aside }: ProfileHeadProps) {
  const { i18n } = useLingui()
  return (
    <header className="wl-card wl-profile-head" data-cover={profile.cover_url !== null || undefined}>
      {profile.cover_url !== null && <Picture className="wl-profile-cover" src={profile.cover_url} alt="" />}
      <div className="wl-profile-who">
        <Avatar person={profile} size={104} />
        <div className="wl-profile-text">
          <h1>
            <bdi>{profile.name}</bdi>
          </h1>
          <p className="wl-muted wl-profile-facts">
            <Details profile={profile} />
          </p>
          {profile.bio !== '' && (
            <p className="wl-profile-bio" dir="auto">
              {profile.bio}
            </p>
          )}
          {profile.languages.length > 0 && (
            <p className="wl-dim wl-small wl-profile-languages">
              <IconLanguage size={16} stroke={1.8} aria-hidden />
              <span className="wl-hidden">{i18n._({ id: 'profile.speaks', message: 'Speaks' })} </span>
              {new Intl.ListFormat(i18n.locale).format(profile.languages.map((code) => languageName(code, i18n.locale)))}
            </p>
          )}
          {actions !== undefined && <div className="wl-profile-actions">{actions}</div>}
        </div>
      </div>
      {aside !== undefined && <div className="wl-profile-aside">{aside}</div>}
    </header>
  )
}

/** "@jonas · Leipzig · 42 buddies", empty parts left out. Each part keeps its own direction. */
function Details({ profile: { user_name, place, buddies_count } }: { profile: Profile }) {
  const { i18n } = useLingui()
  const buddies =
    buddies_count === null
      ? null
      : i18n._({ id: 'profile.buddies', message: '{count, plural, one {# buddy} other {# buddies}}', values: { count: buddies_count } })
  return [`@${user_name}`, place, buddies]
    .filter((fact) => fact !== null && fact !== '')
    .flatMap((fact, index) => [index > 0 ? ' · ' : '', <bdi key={index}>{fact}</bdi>])
}

/** A language's name in the viewer's language: "German" for `de`. Unknown codes stay as they are. */
function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    // An invalid language code is shown as is.
    return code
  }
}
