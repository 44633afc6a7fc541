import type { I18n } from '@lingui/core'
import type { Audience } from '#contract/people.ts'

type Choice<V extends string> = { value: V; label: string }

/** Audiences for shared data, widest first. */
export const audienceChoices = (i18n: I18n): Choice<Audience>[] => [
  { value: 'everyone', label: i18n._({ id: 'privacy.everyone', message: 'Everyone' }) },
  { value: 'buddies', label: i18n._({ id: 'privacy.buddies', message: 'Buddies' }) },
  { value: 'only_me', label: i18n._({ id: 'privacy.only-me', message: 'Only me' }) },
]

/** Who can contact a user. */
export const contactChoices = (i18n: I18n) => [
  {
    name: 'messages' as const,
    label: i18n._({ id: 'privacy.messages', message: 'Who may write to you' }),
    hint: i18n._({
      id: 'privacy.messages.hint',
      message: 'A first message from someone you don’t know waits in your requests until you accept it.',
    }),
    data: [
      { value: 'everyone', label: i18n._({ id: 'privacy.everyone', message: 'Everyone' }) },
      { value: 'buddies', label: i18n._({ id: 'privacy.buddies', message: 'Buddies' }) },
    ],
  },
  {
    name: 'requests' as const,
    label: i18n._({ id: 'privacy.requests', message: 'Who may ask to connect' }),
    hint: i18n._({ id: 'privacy.requests.hint', message: 'You can always send requests yourself.' }),
    data: [
      { value: 'everyone', label: i18n._({ id: 'privacy.everyone', message: 'Everyone' }) },
      { value: 'mutuals', label: i18n._({ id: 'privacy.mutuals', message: 'People with a buddy in common' }) },
      { value: 'nobody', label: i18n._({ id: 'privacy.nobody', message: 'Nobody' }) },
    ],
  },
]

/** Data with an audience setting. */
export const privacyAudiences = (i18n: I18n) => [
  {
    name: 'music' as const,
    label: i18n._({ id: 'privacy.music', message: 'Who sees your music' }),
    hint: i18n._({ id: 'privacy.music.hint', message: 'You can limit each source further on the accounts page.' }),
  },
  {
    name: 'video' as const,
    label: i18n._({ id: 'privacy.video', message: 'Who sees your channels and videos' }),
    hint: i18n._({ id: 'privacy.video.hint', message: 'You can limit each source further on the accounts page.' }),
  },
  {
    name: 'buddies' as const,
    label: i18n._({ id: 'privacy.buddy-list', message: 'Who sees your buddies' }),
    hint: i18n._({ id: 'privacy.buddy-list.hint', message: 'The list, how many they are, and those you have in common.' }),
  },
  {
    name: 'match' as const,
    label: i18n._({ id: 'privacy.match', message: 'Who sees how well you match' }),
    hint: i18n._({ id: 'privacy.match.hint', message: 'People who can’t see it won’t be matched with you.' }),
  },
]

/** Privacy settings with an on/off switch. */
export const privacySwitches = (i18n: I18n) => [
  {
    name: 'presence' as const,
    label: i18n._({ id: 'privacy.presence', message: 'Show when you’re online' }),
    hint: i18n._({ id: 'privacy.presence.hint', message: 'If this is off, you won’t see it for others.' }),
  },
  {
    name: 'receipts' as const,
    label: i18n._({ id: 'privacy.receipts', message: 'Show that you’ve read messages' }),
    hint: i18n._({ id: 'privacy.receipts.hint', message: 'If this is off, you won’t see it for others.' }),
  },
  {
    name: 'typing' as const,
    label: i18n._({ id: 'privacy.typing', message: 'Show that you’re typing' }),
    hint: i18n._({ id: 'privacy.typing.hint', message: 'Only to the person you’re writing to.' }),
  },
  {
    name: 'listening' as const,
    label: i18n._({ id: 'privacy.listening', message: 'Show buddies what you play' }),
    hint: i18n._({ id: 'privacy.listening.hint', message: 'What you played last, on their home page.' }),
  },
  {
    name: 'history' as const,
    label: i18n._({ id: 'privacy.history', message: 'Show buddies your match over time' }),
    hint: i18n._({
      id: 'privacy.history.hint',
      message: 'How it changed, and what you brought each other. Only with buddies who turn this on too.',
    }),
  },
  {
    name: 'counted' as const,
    label: i18n._({ id: 'privacy.counted', message: 'Count me in my buddies’ recaps' }),
    hint: i18n._({ id: 'privacy.counted.hint', message: 'Who moved closer, what you brought them, and what you played together.' }),
  },
  {
    name: 'pictured' as const,
    label: i18n._({ id: 'privacy.pictured', message: 'Let buddies share pictures of your match' }),
    hint: i18n._({ id: 'privacy.pictured.hint', message: 'Your match over time, without your name. Only with buddies who can see it.' }),
  },
  {
    name: 'named' as const,
    label: i18n._({ id: 'privacy.named', message: 'With my name in these pictures' }),
    hint: i18n._({ id: 'privacy.named.hint', message: 'If this is off, they say “a buddy”.' }),
  },
  {
    name: 'match_receipts' as const,
    label: i18n._({ id: 'privacy.match-receipts', message: 'Show people that you opened their match' }),
    hint: i18n._({
      id: 'privacy.match-receipts.hint',
      message: 'By day, for 90 days. Only with people who turn this on too: you see when they open yours.',
    }),
  },
]
