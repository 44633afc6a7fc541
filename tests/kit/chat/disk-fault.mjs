// Loaded before a server (`--import`), into its threads as well: what the embedded database asks of the disk fails while the file
// that DISK_FAULT names holds the code of an error. Plain JavaScript: threads load it before anything of ours runs.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { readFileSync } = fs
const fault = () => {
  try {
    return String(readFileSync(process.env.DISK_FAULT))
  } catch {
    return ''
  }
}

function failing(name, codes) {
  const real = fs[name]
  fs[name] = (...given) => {
    const code = fault()
    if (codes.includes(code)) throw Object.assign(new Error(`${code}: ${name}`), { code, errno: code === 'EIO' ? -5 : -28 })
    return real(...given)
  }
}

// The thread of the database, which alone writes through these.
if (!isMainThread) {
  failing('fsyncSync', ['EIO'])
  failing('writeSync', ['ENOSPC'])
  syncBuiltinESMExports()
}
