import { EmojiPicker } from '#web/features/chat/messages/EmojiPicker.tsx'
import { LinkCard } from '#web/features/links/LinkCard.tsx'
import { LinkedText } from '#web/features/links/LinkedText.tsx'
import { CommentForm } from '#web/features/moments/comments/CommentForm.tsx'
import { ComposerMessage } from '#web/features/moments/composer/ComposerMessage.tsx'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { PictureDrafts } from '#web/features/uploads/PictureDrafts.tsx'
import { PictureField } from '#web/features/uploads/PictureField.tsx'
import { PictureGrid } from '#web/features/uploads/PictureGrid.tsx'
import { drafts, links, pictures } from './more.samples.ts'
import { long, moments, rightToLeft, usual } from './samples.ts'
import { Specimen } from './Specimen.tsx'

const nothing = () => undefined

/** Composers and their attachments. */
export function Writing() {
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
        <CommentForm momentId={moments[0]?.id ?? ''} me={usual} />
        <ComposerMessage id="near-the-end" state={{ left: 20, isNearEnd: true }} failure={null} />
        <ComposerMessage id="too-long" state={{ left: -1_204, isNearEnd: true }} failure={null} />
        <ComposerMessage
          id="rejected"
          state={{ left: 900, isNearEnd: false }}
          failure={{ kind: 'server', status: 500, code: null, sentence: null, fields: {}, requestId: null }}
        />
      </Specimen>
      <Specimen title="Pictures: one to four, one that is gone, while they are sent, a portrait">
        {pictures.map((picture, at) => (
          <div key={picture.id}>
            <PictureGrid pictures={pictures.slice(0, at + 1)} alt={long.name} />
          </div>
        ))}
        <PictureDrafts pictures={drafts} />
        <PictureField person={usual} picture={null} onChange={nothing} />
      </Specimen>
      <Specimen title="EmojiPicker">
        <EmojiPicker onPick={nothing} />
      </Specimen>
    </>
  )
}
