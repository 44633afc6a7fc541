// Loaded before a server (`--import`) and in its threads: while the file that DISK_FAULT names contains an error code, disk operations of
// the embedded database fail with it. Plain JavaScript, because threads load it before our code.
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

// The database thread is the only one that uses these functions.
if (!isMainThread) {
  failing('fsyncSync', ['EIO'])
  failing('writeSync', ['ENOSPC'])
  syncBuiltinESMExports()
}
