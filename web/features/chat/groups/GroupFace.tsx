import { gradientOf } from '#web/ui/gradient.ts'
import { Picture } from '#web/ui/Picture.tsx'
import './GroupFace.css'

type GroupFaceProps = { group: { uid: string; name: string; avatar_url: string | null }; size: number }

/** The picture of a group, or four colors derived from its id. Decorative: the name is beside it. */
export function GroupFace({ group, size }: GroupFaceProps) {
  const tiles = (
    <span className="wl-group-tiles">
      {['a', 'b', 'c', 'd'].map((part) => {
        const { from, to } = gradientOf(`${part}${group.uid}`, 'person')
        return <span key={part} style={{ backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }} />
      })}
    </span>
  )
  return (
    <span className="wl-group-face" style={{ width: size, height: size }} aria-hidden>
      {group.avatar_url === null ? (
        tiles
      ) : (
        <Picture src={group.avatar_url} alt="" width={size} height={size} decoding="async" draggable={false} fallback={tiles} />
      )}
    </span>
  )
}
