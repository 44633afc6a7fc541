import { useState } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { FilterChip } from '#web/ui/Chip.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Basics } from './Basics.tsx'
import { Others, Conversations } from './Conversations.tsx'
import { Matches, Sources } from './Taste.tsx'
import './gallery.css'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { PersonActions } from '#web/features/matching/connect/PersonActions.tsx'
import { DecisionForm } from '#web/features/moderation/DecisionForm.tsx'
import { LogList } from '#web/features/moderation/LogList.tsx'
import { CurrentPasswordField } from '#web/features/identity/forms/CurrentPasswordField.tsx'
import { CheckYourEmail } from '#web/features/identity/forms/CheckYourEmail.tsx'
import { PasswordRules } from '#web/features/identity/forms/PasswordRules.tsx'
import { MethodsDivider } from '#web/features/identity/forms/MethodsDivider.tsx'
import { LanguagesField } from '#web/features/profiles/LanguagesField.tsx'
import { ProfileHead } from '#web/features/profiles/ProfileHead.tsx'
import { ProfileTabs } from '#web/features/profiles/ProfileTabs.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { profiles, report, drafts, links, pictures } from './more.samples.ts'
import { allPeople, long, usual, moments, rightToLeft, cards, items, notifications, NOW, parts } from './samples.ts'
import { Specimen } from './Specimen.tsx'
import { EmojiPicker } from '#web/features/chat/messages/EmojiPicker.tsx'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { LinkedText } from '#web/features/links/LinkedText.tsx'
import { CommentForm } from '#web/features/moments/comments/CommentForm.tsx'
import { ComposerMessage } from '#web/features/moments/composer/ComposerMessage.tsx'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { PictureDrafts } from '#web/features/uploads/PictureDrafts.tsx'
import { PictureField } from '#web/features/uploads/PictureField.tsx'
import { PictureGrid } from '#web/features/uploads/PictureGrid.tsx'
import { LinkCardSkeleton } from '#web/features/links/LinkCardSkeleton.tsx'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { ComposerSkeleton } from '#web/features/moments/composer/MomentComposer.tsx'
import { FeedSkeleton } from '#web/features/moments/feed/MomentFeed.tsx'
import { NotificationRow } from '#web/features/notifications/NotificationRow.tsx'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { BuddyCard } from '#web/features/matching/BuddyCard.tsx'
import { BuddyCardSkeleton } from '#web/features/matching/BuddyCardSkeleton.tsx'
import { DiscoveriesSkeleton } from '#web/features/discover/Discoveries.tsx'
import { MatchParts } from '#web/features/matching/MatchParts.tsx'
import { SharedChips } from '#web/features/matching/SharedChips.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CardSkeleton, ListSkeleton } from '#web/ui/Skeleton.tsx'

/** `/gallery`, in development only: every component in its states, in both themes and both directions. */
export function GalleryPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')
  const isLight = colorScheme === 'light'
  return (
    <div dir={direction}>
      <PageHeader
        title="Gallery"
        lead="Every component in its states. Only the development server shows this page."
        aside={
          <>
            <FilterChip isOn={isLight} onPick={() => setColorScheme(isLight ? 'dark' : 'light')}>
              Light
            </FilterChip>
            <FilterChip isOn={direction === 'rtl'} onPick={() => setDirection(direction === 'rtl' ? 'ltr' : 'rtl')}>
              Right to left
            </FilterChip>
          </>
        }
      />
      <Basics />
      <States />
      <Features />
      <People />
      <Matches />
      <Sources />
      <Writing />
      <Conversations />
      <Others />
      <SignIn />
    </div>
  )
}

const relations = ['none', 'requested', 'asked', 'connected', 'blocked'] as const
const nothing = () => undefined

function People() {
  return (
    <>
      <Specimen title="ProfileHead: usual, long, right to left, a cover and nothing said; ProfileTabs">
        {profiles.map((profile) => (
          <div key={profile.uid} className="wl-specimen-wide">
            <ProfileHead profile={profile} actions={<PersonActions person={profile} relation={profile.relation} variant="page" />} />
          </div>
        ))}
        <ProfileTabs uid={usual.uid} current="music" />
      </Specimen>
      <Specimen title="PersonActions: on a card and on a page, for each way two people stand">
        {relations.map((relation) => (
          <PersonActions key={relation} person={usual} relation={relation} />
        ))}
        {relations.map((relation) => (
          <PersonActions key={relation} person={long} relation={relation} variant="page" />
        ))}
      </Specimen>
      <Specimen title="AvatarStack, SectionHeader">
        <AvatarStack people={allPeople} size={32} />
        <div>
          <SectionHeader title={long.name}>
            <span className="wl-muted">1,204</span>
          </SectionHeader>
        </div>
      </Specimen>
    </>
  )
}

/** Sign-in forms and the moderation queue. */
function SignIn() {
  return (
    <>
      <Specimen title="Parts of the sign-in forms: password, its rules, languages, a sent email">
        <div>
          <CurrentPasswordField value="not the one" error="That is not your current password." onChange={nothing} />
          <PasswordRules id="gallery-rules" password="short" policy={{ min_length: 10, max_length: 128, refuses_common: true }} />
          <MethodsDivider />
        </div>
        <div>
          <LanguagesField value={['en', 'de', 'ar']} error={null} onChange={nothing} />
        </div>
        <CheckYourEmail email="a.person.with.a.long.name@example.com" onBack={nothing} />
      </Specimen>
      <Specimen title="Of the queue: a decision, what was done, nothing yet">
        <DecisionForm report={report} />
        <div>
          <LogList log={report.log} />
          <LogList log={[]} />
        </div>
      </Specimen>
    </>
  )
}

const noop = () => undefined

/** Composers and their attachments. */
function Writing() {
  return (
    <>
      <Specimen title="LinkedText: a link, right to left">
        <LinkedText text="Have a look at https://example.com/a-page before Friday" />
        <LinkedText text={`${rightToLeft.name} https://example.com/a-page`} />
      </Specimen>
      <Specimen title="LinkCard: a video, a song, elsewhere; tall as in a conversation">
        {links.map((link) => (
          <LinkCard key={link.link} link={link} />
        ))}
        {links.slice(0, 1).map((link) => (
          <LinkCard key={link.link} link={link} isTall />
        ))}
      </Specimen>
      <Specimen title="MomentActions, CommentForm, ComposerMessage: near the end, too long, rejected">
        {moments.map((moment) => (
          <MomentActions key={moment.id} moment={moment} />
        ))}
        {moments[0] && <CommentForm moment={moments[0]} me={usual} />}
        <ComposerMessage id="near-the-end" state={{ left: 20, isNearEnd: true }} failure={null} />
        <ComposerMessage id="too-long" state={{ left: -1_204, isNearEnd: true }} failure={null} />
        <ComposerMessage
          id="rejected"
          state={{ left: 900, isNearEnd: false }}
          failure={{ kind: 'server', status: 500, code: null, sentence: null, fields: {}, requestId: null }}
        />
      </Specimen>
      <Specimen title="Pictures: one to four, one that is gone, while they are sent, a portrait">
        {pictures.map((picture, index) => (
          <div key={picture.id}>
            <PictureGrid pictures={pictures.slice(0, index + 1)} alt={long.name} />
          </div>
        ))}
        <PictureDrafts pictures={drafts} />
        <PictureField person={usual} picture={null} onChange={noop} />
      </Specimen>
      <Specimen title="EmojiPicker">
        <EmojiPicker onPick={noop} />
      </Specimen>
    </>
  )
}

const failures = ['offline', 'server', 'missing', 'forbidden'] as const

/** Empty, loading and error states. */
function States() {
  return (
    <>
      <Specimen title="Loading">
        <CardSkeleton />
        <ListSkeleton rows={3} />
        <BuddyCardSkeleton />
        <ComposerSkeleton />
        <FeedSkeleton />
        <DiscoveriesSkeleton />
        <LinkCardSkeleton link={{ platform: 'youtube', link: 'https://youtu.be/dQw4w9WgXcQ', kind: 'video', id: 'dQw4w9WgXcQ' }} />
      </Specimen>
      <Specimen title="Empty">
        <EmptyState action={<Button>Find buddies</Button>}>It is quiet here.</EmptyState>
      </Specimen>
      {failures.map((kind) => (
        <Specimen key={kind} title={`Failed: ${kind}`}>
          <ErrorState kind={kind} onRetry={nothing} />
        </Specimen>
      ))}
    </>
  )
}

/** People, moments and items in lists. */
function Features() {
  return (
    <>
      <Specimen title="BuddyCard: a match, asked, connected, too little to say">
        {cards.map((card) => (
          <BuddyCard key={card.person.uid} card={card} filter="all" />
        ))}
      </Specimen>
      <Specimen title="SharedChips, MatchParts">
        {cards.slice(0, 1).map(({ match, person }) => (
          <SharedChips key={person.uid} match={match} person={person} />
        ))}
        <MatchParts parts={parts} percent={92} />
      </Specimen>
      <Specimen title="PersonRow">
        <ul className="wl-people">
          {allPeople.map((person) => (
            <PersonRow key={person.uid} person={person} about="1,204 mutual buddies" actions={<Button size="sm">Connect</Button>} />
          ))}
        </ul>
      </Specimen>
      <Specimen title="MomentCard: short, long, right to left, own and edited">
        {moments.map((moment) => (
          <MomentCard key={moment.id} moment={moment} now={NOW} />
        ))}
      </Specimen>
      <Specimen title="ItemRow, with the word where there is room">
        <ul className="wl-item-list">
          {items.map((item) => (
            <ItemRow key={item.id} item={item} about={item.by ?? item.kind} withWord />
          ))}
        </ul>
      </Specimen>
      <Specimen title="NotificationRow: new, many, read, from the installation">
        <ul className="wl-notifications">
          {notifications.map((notification) => (
            <NotificationRow key={notification.key} notification={notification} />
          ))}
        </ul>
      </Specimen>
    </>
  )
}
