import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { recognizeLink } from '#contract/links/links.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { LinkedText } from '#web/features/links/LinkedText.tsx'
import { secondsOf } from '#web/features/media/items/SecondButton.tsx'
import { useNowPlaying } from '#web/features/media/players/now-playing.store.ts'
import { useVideoChoice } from '#web/features/media/players/video-choice.store.ts'

const show = (text: string, link: string) => renderInApp(<LinkedText text={text} renderSecond={secondsOf(recognizeLink(link))} />)

it('a comment that names a second plays the video from there', () => {
  const { container } = show('The harp comes in at 1:23, see https://example.org/1:23', 'https://youtu.be/YE7VzlLtp-4')
  screen.getByRole('button', { name: 'Play from 1:23' }).click()
  expect(container.textContent).toBe('The harp comes in at 1:23, see https://example.org/1:23')
  expect([useVideoChoice.getState().videoId, useNowPlaying.getState().startMs]).toEqual(['YE7VzlLtp-4', 83_000])
})

it('times stay text below a link without positions', () => {
  show('Meet at 20:30', 'https://open.spotify.com/artist/3AA28KZvwAUcZuOKwyblJQ')
  expect(screen.queryByRole('button')).toBe(null)
})
