import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { BucketSettings } from '#server/features/uploads/uploads.files.ts'
import { freePort } from '#tools/free-port.ts'

/** Debian's `swift-proxy swift-account swift-container swift-object`. The first contains the secret of an installation. */
const NEEDED = ['/etc/swift/swift.conf', ...['proxy', 'account', 'container', 'object'].map((part) => `swift-${part}-server`)]
const STORES = ['account', 'container', 'object'] as const
const START_WITHIN_MS = 120_000

export type Swift = { bucket: BucketSettings; close(): Promise<void> }

/** Whether OpenStack Swift is installed, and readable for this user. */
export const hasSwift = (): boolean => NEEDED.every(isReadable)

function isReadable(file: string): boolean {
  const folders = file.startsWith('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => {
    try {
      accessSync(join(folder, file), constants.R_OK)
      return true
    } catch {
      return false
    }
  })
}

/** A new OpenStack Swift that speaks S3 (middleware `s3api`), with one empty bucket. Signatures are checked. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-swift-'))
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true })
  const children: ChildProcess[] = []
  const start = async (part: string, settings: (port: number) => string): Promise<number> => {
    const port = await freePort('127.0.0.1', 0)
    const file = join(folder, `${part}.conf`)
    writeFileSync(file, `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\n${commonSettings(folder)}\n${settings(port)}`)
    children.push(spawn(`swift-${part}-server`, [file], { stdio: 'ignore' }))
    return port
  }
  for (const part of STORES) {
    const port = await start(part, () => `[pipeline:main]\npipeline = ${part}-server\n\n[app:${part}-server]\nuse = egg:swift#${part}\n`)
    makeRing({ folder, part, port })
  }
  const endpoint = `http://127.0.0.1:${await start('proxy', () => PROXY)}`
  const bucket = { endpoint, region: 'us-east-1', bucket: 'pictures', accessKeyId: 'pictures:server', secretAccessKey: 'password' }
  await retryUntilDone(() => makeBucket(bucket))
  return {
    bucket,
    async close() {
      const running = children.filter(({ exitCode }) => exitCode === null)
      const exited = running.map((child) => once(child, 'exit'))
      for (const child of running) child.kill()
      await Promise.all(exited)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const commonSettings = (folder: string) =>
  `workers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}\ndevices = ${join(folder, 'devices')}\nmount_check = false\n`

// Tokens would be cached in memcached; S3 needs none, so nothing listens at its address.
const PROXY = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:tempauth]
use = egg:swift#tempauth
user_pictures_server = password .admin

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1

${['catch_errors', 's3api', 'copy', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('\n')}`

/** Writes the address of the only server of a kind for the proxy. */
function makeRing({ folder, part, port }: { folder: string; part: string; port: number }): void {
  const builder = join(folder, `${part}.builder`)
  for (const args of [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']])
    execFileSync('swift-ring-builder', [builder, ...args], { stdio: 'ignore' })
}

async function makeBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: BucketSettings): Promise<void> {
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ region, credentials, forcePathStyle: true, maxAttempts: 1, ...(endpoint ? { endpoint } : {}) })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}

async function retryUntilDone(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(200)
    }
  }
}
