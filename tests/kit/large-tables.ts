import type { Database } from '#server/platform/db/database.ts'
import { insertCrowd } from './chat/crowd.ts'

const PEOPLE = 8_000
const uid = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const id = (kind: number | 'a' | 'b' | 'c' | 'd' | 'e' | 'f', number: string) =>
  `('00000000-0000-4000-9${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const people = `generate_series(0, ${PEOPLE - 1}) as n`

export const momentOf = (person: number) => `00000000-0000-4000-9100-${(person * 3).toString(16).padStart(12, '0')}`
export const chatOf = (person: number) =>
  `00000000-0000-4000-9200-${Math.floor(person / 2)
    .toString(16)
    .padStart(12, '0')}`

/** Adds what thousands of users leave within weeks, at once: enough that reading a whole table is never the best plan. */
export async function fillLargeTables(database: Pick<Database, 'query'>): Promise<void> {
  await insertCrowd(database, PEOPLE)
  for (const statement of [
    `insert into presence select ${uid('n')}, now() from ${people}`,
    `insert into moments (id, author_uid, text, audience, posted_at)
     select ${id(1, 'n * 3 + k')}, ${uid('n')}, 'moment ' || n, 'everyone', now() - (n + k) * interval '1 minute' from ${people}, generate_series(0, 2) k`,
    `insert into moment_likes select ${id(1, 'n * 3')}, ${uid('(n + k) % 8000')}, now() from ${people}, generate_series(1, 3) k`,
    `insert into moment_comments (id, moment_id, author_uid, text, posted_at)
     select ${id(3, 'n * 2 + k')}, ${id(1, 'n * 3')}, ${uid('(n + k) % 8000')}, 'comment', now() from ${people}, generate_series(0, 1) k`,
    `insert into chats (id, low_uid, high_uid, last_seq, last_at, created_at)
     select ${id(2, 'n')}, ${uid('n * 2')}, ${uid('n * 2 + 1')}, 15, now(), now() from generate_series(0, ${PEOPLE / 2 - 1}) n`,
    `insert into chat_members (chat_id, uid) select ${id(2, 'n / 2')}, ${uid('n')} from ${people}`,
    `insert into messages (chat_id, seq, id, sender, type, content, sent_at)
     select ${id(2, 'n')}, k, ${id(4, 'n * 16 + k').replace('-4000-', '-7000-')}, ${uid('n * 2 + k % 2')}, 'text', 'words of ' || n, now()
     from generate_series(0, ${PEOPLE / 2 - 1}) n, generate_series(1, 15) k`,
    `insert into notifications (id, uid, kind, subject, actor, at, in_app)
     select ${id(5, 'n * 2 + k')}, ${uid('n')}, 'moment_liked', ${id(1, 'n * 3')}::text, ${uid('(n + k + 1) % 8000')}, now(), true
     from ${people}, generate_series(0, 1) k`,
    `insert into items (id, kind, name, name_key, created_at)
     select ${id(6, 'n')}, 'artist', 'artist ' || n, 'artist ' || n, now() from ${people}`,
    `insert into taste_sources (uid, source, status, created_at) select ${uid('n')}, 'picks', 'connected', now() from ${people}`,
    `insert into taste_rows (uid, item_id, source, kind, weight, rank)
     select ${uid('n')}, ${id(6, '(n * 7 + k * 131) % 8000')}, 'picks', 'artist', 0.5, k from ${people}, generate_series(1, 5) k`,
    `analyze`,
  ])
    await database.query(statement)
}

/**
 * The tables that `fillLargeTables` leaves empty or small, for tests that need all of them; call that one first. Rows that would make a
 * running server contact the outside (push subscriptions) belong to users without relationships.
 */
export async function fillFurtherTables(database: Pick<Database, 'query'>): Promise<void> {
  // Two people make one connection and one chat.
  const MORE_PEOPLE = 12_000
  await insertCrowd(database, MORE_PEOPLE)
  const far = `generate_series(1000, ${PEOPLE - 1}) as n`
  const next = uid(`(n + 2) % ${PEOPLE}`)
  const hash = `md5('hash ' || n)`
  for (const statement of [
    `insert into chats (id, low_uid, high_uid, created_at)
     select ${id(2, 'n')}, ${uid('n * 2')}, ${uid('n * 2 + 1')}, now() from generate_series(${PEOPLE / 2}, ${MORE_PEOPLE / 2 - 1}) n`,
    `insert into chat_members (chat_id, uid) select ${id(2, 'n / 2')}, ${uid('n')} from generate_series(${PEOPLE}, ${MORE_PEOPLE - 1}) n`,
    `insert into chats (id, members, created_at) select ${id('f', 'n')}, array[${uid('n')}], now() from ${people}`,
    `insert into chat_groups (chat_id, name, created_at) select ${id('f', 'n')}, 'group ' || n, now() from ${people}`,
    `insert into chat_members (chat_id, uid, role, joined_at) select ${id('f', 'n')}, ${uid('n')}, 'owner', now() from ${people}`,
    `insert into group_links (id, chat_id, code, created_by, created_at, expires_at, uses_left)
     select ${id('f', 'n')}, ${id('f', 'n')}, 'code ' || n, ${uid('n')}, now(), now() + interval '1 day', 5 from ${people}`,
    `insert into polls (id, chat_id, author, question, options, takes_several, created_at, closes_at)
     select ${id('f', 'n')}, ${id('f', 'n')}, ${uid('n')}, 'question ' || n, array['yes', 'no'], false, now(), now() from ${people}`,
    `insert into poll_votes (poll_id, uid, option, voted_at) select ${id('f', 'n')}, ${uid('n')}, 0, now() from ${people}`,
    `insert into group_requests (chat_id, uid, code, asked_at)
     select ${id('f', 'n')}, ${next}, 'code ' || n, now() from ${people}`,
    `insert into group_removals (chat_id, uid, removed_at) select ${id('f', 'n')}, ${next}, now() from ${people}`,
    `insert into group_events (chat_id, after_seq, kind, actor, subject, at)
     select ${id('f', 'n')}, 0, 'joined', ${uid('n')}, ${uid('n')}, now() from ${people}`,
    `insert into message_reactions (chat_id, seq, uid, emoji, given_at)
     select ${id(2, 'n / 2')}, n % 2 + 1, ${uid('n')}, '👍', now() from ${people}`,
    `insert into pinned_messages (chat_id, seq, pinned_by, pinned_at)
     select ${id(2, 'n / 2')}, n % 2 + 1, ${uid('n')}, now() from ${people}`,
    `insert into starred_messages (chat_id, uid, seq, starred_at)
     select ${id(2, 'n / 2')}, ${uid('n')}, 1, now() from ${people}`,
    `update messages set change_seq = seq where seq <= 2`,
    `update chats set change_seq = 2 where last_seq > 0`,
    `insert into connection_asks (uid, asked_at) select ${uid('n')}, now() - interval '2 days' from ${people}`,
    `insert into privacy_settings (uid, messages, requests, music, video, buddies, match, presence, receipts, typing, listening)
     select ${uid('n')}, 'everyone', 'everyone', 'everyone', 'everyone', 'everyone', 'everyone', true, true, true, false from ${people}`,
    `insert into mutes (uid, muted_uid, muted_at) select ${uid('n')}, ${next}, now() from ${people}`,
    `insert into player_settings (uid, autoplay, spotify, youtube) select ${uid('n')}, true, 'ask', 'ask' from ${people}`,
    `insert into file_sessions (hash, uid, auth_time, expires_at)
     select ${hash}, ${uid('n')}, now(), now() + interval '30 days' from ${people}`,
    `insert into identity_codes (hash, purpose, uid, expires_at) select ${hash}, 'export', ${uid('n')}, now() + interval '1 day' from ${people}`,
    `insert into identity_attempts (key, count, window_ends) select ${hash}, 1, now() + interval '1 hour' from ${people}`,
    `insert into identity_erased (hash, erased_at) select ${hash}, now() from ${people}`,
    `insert into oauth_states (state_hash, uid, source, verifier_encrypted, return_to, created_at)
     select ${hash}, ${uid('n')}, 'spotify', '', '/', now() from ${people}`,
    `insert into uploads (id, uid, path, width, height, bytes, created_at, held_by, holder_id)
     select ${id(7, 'n')}, ${uid('n')}, 'picture ' || n, 1, 1, 1, now(), 'moment', ${id(1, 'n * 3')} from ${people}`,
    `insert into upload_parts (upload_id, start, bytes) select ${id(7, 'n')}, 0, '' from ${people}`,
    `insert into moment_hides (uid, moment_id, hidden_at) select ${uid('n')}, ${id(1, `(n + 2) % ${PEOPLE} * 3`)}, now() from ${people}`,
    `insert into moment_drafts (uid, text, audience, saved_at) select ${uid('n')}, 'unposted', 'everyone', now() from ${people}`,
    `insert into terms_acceptances (uid, version, accepted_at) select ${uid('n')}, '2026-11', now() from ${people}`,
    `insert into post_alerts (uid, author_uid, since) select ${uid('n')}, ${next}, now() from ${people}`,
    `insert into content_mutes (id, uid, word, word_key, muted_at) select ${id('d', 'n')}, ${uid('n')}, 'word', 'word', now() from ${people}`,
    `insert into moment_bookmarks (uid, moment_id, saved_at) select ${uid('n')}, ${id(1, `(n + 2) % ${PEOPLE} * 3`)}, now() from ${people}`,
    `insert into moment_comment_likes (comment_id, uid, liked_at) select ${id(3, 'n * 2')}, ${uid('n')}, now() from ${people}`,
    `insert into item_ids (kind, source, external_id, item_id) select 'artist', 'spotify', 'artist ' || n, ${id(6, 'n')} from ${people}`,
    `insert into track_artists (track_id, place, artist_id) select ${id(6, 'n')}, 1, ${id(6, 'n')} from ${people}`,
    `insert into item_sizes (item_id, unit, count, told_at) select ${id(6, 'n')}, 'followers', n, now() from ${people}`,
    `insert into released_user_names (name_hash, released_at, uid) select decode(${hash}, 'hex'), now(), ${uid('n')} from ${people}`,
    `insert into match_receipts (viewer_uid, viewed_uid, day) select ${uid('n')}, ${next}, current_date from ${people}`,
    `insert into taste_dismissed (uid, other_uid, created_at) select ${uid('n')}, ${next}, now() from ${people}`,
    `insert into taste_less_like (uid, item_id, created_at) select ${uid('n')}, ${id(6, 'n')}, now() from ${people}`,
    `insert into taste_marks (uid, mark) select ${uid('n')}, n from ${people}`,
    `insert into taste_saved (uid, item_id, created_at) select ${uid('n')}, ${id(6, 'n')}, now() from ${people}`,
    `insert into taste_sources (uid, source, status, created_at) select ${uid('n')}, 'spotify_file', 'connected', now() from ${people}`,
    `insert into imports (id, uid, file_name, bytes, status, source, hash, begun_at, changed_at, finished_at)
     select ${id(8, 'n')}, ${uid('n')}, 'plays.json', 1, 'done', 'spotify_file', ${hash}, now(), now(), now() from ${people}`,
    `insert into item_plays (uid, source, item_id) select ${uid('n')}, 'spotify_file', ${id(6, 'n')} from ${people}`,
    `insert into monthly_prints (uid, source, month, bars) select ${uid('n')}, 'spotify_file', '2026-11-01', '{"jazz": 1}' from ${people}`,
    `insert into play_exclusions (id, uid, item_id, from_at, to_at, reason, created_at)
     select ${id(8, 'n')}, ${uid('n')}, ${id(6, 'n')}, 1, 2, 'deleted', now() from ${people}`,
    `insert into hidden_plays (uid, item_id, hidden_at) select ${uid('n')}, ${id(6, 'n')}, now() from ${people}`,
    `insert into recaps (uid, week, plays, ready_at) select ${uid('n')}, '2026-11-16', 1, now() from ${people}`,
    `insert into weekly_matches (uid, week, other, percent) select ${uid('n')}, '2026-11-16', ${uid('(n + 1) % 8000')}, 50 from ${people}`,
    `insert into link_cards (id, target, state, fresh_until, keep_until)
     select ${hash}, '{}', 'known', now() + interval '1 day', now() + interval '7 days' from ${people}`,
    `insert into channel_videos (channel_id, videos, read_at) select 'channel ' || n, '[]', now() from ${people}`,
    `insert into video_facts (video_id, read_at) select 'video ' || n, now() from ${people}`,
    `insert into notification_choices (uid, kind, in_app, push, mail) select ${uid('n')}, 'moment_liked', true, false, false from ${people}`,
    `insert into notification_settings (uid, time_zone, push_shows_text, digest) select ${uid('n')}, 'Europe/Berlin', false, 'off' from ${people}`,
    `insert into push_subscriptions (endpoint, uid, p256dh, auth_sealed, auth_time, created_at)
     select 'https://push.invalid/' || n, ${uid('n')}, '', '', now(), now() from ${far}`,
    `insert into reports (id, kind, target_id, about, reporter, reason, text, state, created_at, decided_at)
     select ${id(9, 'n')}, 'person', ${next}, ${next}, ${uid('n')}, 'spam', '', 'dismissed', now(), now() from ${people}`,
    `insert into moderation_log (id, at, act, report_id, about, note) select ${id(9, 'n')}, now(), 'dismissed', ${id(9, 'n')}, ${next}, '' from ${people}`,
    `insert into folders (id, uid, name, created_at, changed_at) select ${id('b', 'n')}, ${uid('n')}, 'Rain', now(), now() from ${people}`,
    `insert into folder_items (id, folder_id, place, link, target, added_at) select ${id('c', 'n')}, ${id('b', 'n')}, 0, '{}', 'video ' || n, now() from ${people}`,
    `insert into played_items (uid, platform, external_id, played_at) select ${uid('n')}, 'youtube', 'video ' || n, now() from ${people}`,
    `insert into together_sessions (id, chat_id, state, started_at, ended_at)
     select ${id('a', 'n')}, ${id(2, 'n')}, '{"members": [], "queue": [], "marks": [], "played": [], "skips": [], "timeline": {"item": null, "position_ms": 0, "rate": 0, "at_ms": 0}}', now(), now()
     from generate_series(0, ${MORE_PEOPLE / 2 - 1}) n`,
    `insert into together_members (session_id, uid, joined_at, is_here) select ${id('a', 'n / 2')}, ${uid('n')}, now(), false from ${people}`,
    `insert into together_commands (chat_id, key, session_id, version) select ${id(2, 'n')}, ${id('a', 'n')}, ${id('a', 'n')}, 1 from generate_series(0, ${MORE_PEOPLE / 2 - 1}) n`,
    `insert into blends (id, kind, made_by, time_zone, created_at, next_mix_at, mixed_version)
     select ${id('d', 'n')}, 'all', ${uid('n')}, 'UTC', now(), now() + interval '1 day', 1 from ${people}`,
    `insert into blend_members (blend_id, uid, state, since)
     select ${id('d', 'n')}, ${uid('(n + k) % 8000')}, 'joined', now() from ${people}, generate_series(0, 1) k`,
    `insert into safe_queues (id, chat_id, author, name, fits, members, created_at)
     select ${id('f', 'n')}, ${id('f', 'n')}, ${uid('n')}, 'queue ' || n, 2, 3, now() from ${people}`,
    `insert into safe_queue_items (queue_id, place, item_id) select ${id('f', 'n')}, 1, ${id(6, 'n')} from ${people}`,
    `insert into blend_items (blend_id, item_id, uid, mixed_at) select ${id('d', 'n')}, ${id(6, 'n')}, ${uid('n')}, now() from ${people}`,
    `insert into blend_removed (blend_id, item_id, removed_at) select ${id('d', 'n')}, ${id(6, 'n')}, now() from ${people}`,
    `insert into kept_mixes (id, uid, blend_id, mixed_at, title, items, kept_at)
     select ${id('e', 'n')}, ${uid('n')}, ${id('d', 'n')}, now(), 'kept', '{}', now() from ${people}`,
    `analyze`,
  ])
    await database.query(statement)
}
