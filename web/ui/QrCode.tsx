import { renderSVG } from 'uqr'
import { Picture } from './Picture.tsx'
import './QrCode.css'

/** A QR code. It is drawn here, so that its text stays in the browser; black on white in both themes, as some cameras need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return <Picture className="wl-qr" alt={label} src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 3 }))}`} />
}
