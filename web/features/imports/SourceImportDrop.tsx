import { useId, useRef, useState, type DragEvent } from 'react'
import { useLingui } from '@lingui/react'
import { IconUpload } from '@tabler/icons-react'
import { Button } from '#web/ui/Button.tsx'

/** File types of the services' exports; other types can be chosen too. */
const KINDS = '.zip,.json,.html,.htm,.csv,.tsv,.txt,.jsonl,.log'

/** A drop area with a button to choose a file. */
export function SourceImportDrop({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const { i18n } = useLingui()
  const [isOver, setOver] = useState(false)
  const [isMany, setMany] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()

  function handleFiles(files: FileList | null) {
    setMany((files?.length ?? 0) > 1)
    const [file] = files ?? []
    if (file && files?.length === 1 && !isBusy) onFile(file)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    handleFiles(event.dataTransfer.files)
  }

  return (
    // Dropping is a shortcut; the button inside does the same for keyboards and screen readers.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="wl-import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <IconUpload size={24} stroke={1.6} aria-hidden />
      <p className="wl-import-drop-words">{i18n._({ id: 'import.drop', message: 'Drop the zip file here, just as you received it' })}</p>
      <Button variant="default" loading={isBusy} aria-describedby={hintId} onClick={() => input.current?.click()}>
        {i18n._({ id: 'import.choose', message: 'Choose a file' })}
      </Button>
      <input
        ref={input}
        type="file"
        className="wl-hidden"
        accept={KINDS}
        tabIndex={-1}
        aria-label={i18n._({ id: 'import.file', message: 'File to import' })}
        onChange={({ currentTarget }) => {
          handleFiles(currentTarget.files)
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <p id={hintId} className="wl-small wl-dim" role={isMany ? 'alert' : undefined}>
        {isMany
          ? i18n._({ id: 'import.one', message: 'One file at a time, please.' })
          : i18n._({ id: 'import.hint', message: 'A zip file, or one of the JSON, HTML or CSV files in it.' })}
      </p>
    </div>
  )
}
