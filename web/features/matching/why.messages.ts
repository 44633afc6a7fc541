import type { I18n } from '@lingui/core'
import type { Reason, Weighting } from './why.ts'

/** One sentence about how music and video are weighted. */
export function weightingText(i18n: I18n, weighting: Weighting, percent: number): string {
  switch (weighting.kind) {
    case 'music-only':
      return i18n._({ id: 'match.why.music-only', message: 'Only music counts here: there’s too little video to compare.' })
    case 'video-only':
      return i18n._({ id: 'match.why.video-only', message: 'Only video counts here: there’s too little music to compare.' })
    case 'alike':
      return i18n._({ id: 'match.why.alike', message: 'You match about as well in music as in video.' })
    case 'weighted':
      return weightedText(i18n, weighting.music, percent)
  }
}

const HALF = 50
/** Within this many percentage points of half, both sides count alike. */
const ABOUT_HALF = 5

function weightedText(i18n: I18n, music: number, percent: number): string {
  if (Math.abs(music - HALF) <= ABOUT_HALF) {
    return i18n._({
      id: 'match.why.half',
      message: 'Music and video count about the same. {percent} lies between the two.',
      values: { percent },
    })
  }
  return music > HALF
    ? i18n._({
        id: 'match.why.more-music',
        message: 'We know more about your music than your video, so music counts for about {share}%. {percent} lies between the two.',
        values: { share: music, percent },
      })
    : i18n._({
        id: 'match.why.more-video',
        message: 'We know more about your video than your music, so video counts for about {share}%. {percent} lies between the two.',
        values: { share: 100 - music, percent },
      })
}

/** A reason for a match: "9 shared artists". */
export function reasonText(i18n: I18n, { kind, shared: count }: Reason): string {
  const values = { count }
  switch (kind) {
    case 'artists':
      return i18n._({ id: 'match.why.artists', message: '{count, plural, one {# shared artist} other {# shared artists}}', values })
    case 'rare-artists':
      return i18n._({
        id: 'match.why.rare-artists',
        message: '{count, plural, one {# shared artist few people know} other {# shared artists few people know}}',
        values,
      })
    case 'hits':
      return i18n._({
        id: 'match.why.hits',
        message: '{count, plural, one {# artist almost everyone plays} other {# artists almost everyone plays}}',
        values,
      })
    case 'tracks':
      return i18n._({ id: 'match.why.tracks', message: '{count, plural, one {# shared track} other {# shared tracks}}', values })
    case 'channels':
      return i18n._({ id: 'match.why.channels', message: '{count, plural, one {# shared channel} other {# shared channels}}', values })
    case 'genres':
      return i18n._({ id: 'match.why.genres', message: 'Same genres in a similar mix' })
    case 'topics':
      return i18n._({ id: 'match.why.topics', message: 'Same topics in a similar mix' })
    case 'genres-and-topics':
      return i18n._({ id: 'match.why.genres-and-topics', message: 'Same genres and topics in a similar mix' })
    case 'listeners':
      return i18n._({ id: 'match.why.listeners', message: 'Similar listeners love what you both love' })
  }
}
