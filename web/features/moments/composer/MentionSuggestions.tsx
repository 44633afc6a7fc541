import type { RefObject } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Audience, PersonCard } from '#contract/people.ts'
import { useBuddies } from '#web/features/discover/use-buddies.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { usePeople } from '#web/features/profiles/people-search.ts'
import { MentionList, useTypedMention, type MentionListProps } from '#web/ui/inputs/MentionList.tsx'

export type MomentMentionsProps = {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  onPick: (text: string) => void
  /** Who can see the moment. */
  audience: Audience
  /** The author of the moment, if it is not the user's own. */
  author?: Uid
}

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 200

/** Suggests people who can see the moment, while the user writes a name after "@". Others would not be notified. */
export function MentionSuggestions({ audience, author, ...written }: MomentMentionsProps) {
  const me = useMyUid()
  const mention = useTypedMention(written.text, written.field)
  if (me === null || audience === 'only_me' || !mention || mention.typed === '') return null
  const isOwn = author === undefined || author === me
  const list = { mention, ...written }
  if (audience === 'everyone') return <PeopleList {...list} me={me} />
  return isOwn ? <BuddyList {...list} /> : <BuddiesOfAuthorList {...list} me={me} author={author} />
}

type ListProps = Omit<MentionListProps, 'people'>

/** The user's buddies; null while they load. */
function useMyBuddies(): readonly PersonCard[] | null {
  const buddies = useBuddies()
  if (buddies.isPending) return null
  return buddies.data?.people.map(({ person }) => person) ?? []
}

/** The user's buddies first, then everyone whom the search finds. */
function PeopleList({ me, ...list }: ListProps & { me: Uid }) {
  const buddies = useMyBuddies()
  const found = useFound({ kind: 'all' }, list.mention.typed)
  if (!buddies) return null
  const knownUids = new Set([me, ...buddies.map(({ uid }) => uid)])
  return <MentionList {...list} people={[...buddies, ...found.filter(({ uid }) => !knownUids.has(uid))]} />
}

function BuddyList(list: ListProps) {
  return <MentionList {...list} people={useMyBuddies() ?? []} />
}

/** The author, who is the user's buddy, and then the author's buddies, if they are visible to the user. */
function BuddiesOfAuthorList({ me, author, ...list }: ListProps & { me: Uid; author: Uid }) {
  const buddies = useMyBuddies()
  const found = useFound({ kind: 'within', uid: author }, list.mention.typed)
  const people = [...(buddies?.filter(({ uid }) => uid === author) ?? []), ...found.filter(({ uid }) => uid !== me && uid !== author)]
  return <MentionList {...list} people={people} />
}

/** The results of the people search for the typed text; empty until it responds. */
function useFound(scope: Parameters<typeof usePeople>[0], typed: string): readonly PersonCard[] {
  const [debounced] = useDebouncedValue(typed, DEBOUNCE_MS)
  const found = usePeople(scope, debounced, debounced.length >= limits.search.min)
  return debounced === typed ? (found.data?.people ?? []) : []
}
