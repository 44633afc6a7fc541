/**
 * ejabberd with its archive on PostgreSQL, for comparison: a separate process with its own ports and folders, run by the user of its
 * package. It is started without its control script, which would connect to other nodes of this machine.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#tools/free-port.ts'

const START_WITHIN_MS = 60_000
const TICKS_PER_SECOND = 100

/** The tables of its own `pg.sql`; everything else stays in its memory. */
const ARCHIVE = `
  create table archive (
    username text not null, timestamp bigint not null, peer text not null, bare_peer text not null, xml text not null, txt text,
    id bigserial, kind text, nick text, created_at timestamp not null default now()
  );
  create index i_username_timestamp on archive (username, timestamp);
  create index i_username_peer on archive (username, peer);
  create index i_username_bare_peer on archive (username, bare_peer);
  create index i_timestamp on archive (timestamp);
  create table archive_prefs (
    username text not null primary key, def text not null, always text not null, never text not null,
    created_at timestamp not null default now()
  );`

export type Ejabberd = {
  port: number
  /** The CPU time of this process so far, in microseconds. */
  cpuMicros(): number
  close(): Promise<void>
}

/** Starts it with its archive in that database. Returns the reason as a sentence if that is impossible. */
export async function startEjabberd(databaseUrl: string): Promise<Ejabberd | string> {
  const [beam] = globSync('/usr/lib/*/ejabberd-*/ebin/ejabberd.beam')
  const [driver] = globSync('/usr/lib/{erlang/lib,*}/p1_pgsql-*/ebin/pgsql.beam')
  if (!beam) return 'ejabberd is not installed, so it is left out. On Debian: apt-get install ejabberd erlang-p1-pgsql'
  if (!driver) return 'ejabberd can’t reach PostgreSQL, so it is left out. On Debian: apt-get install erlang-p1-pgsql'
  await prepare(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-ejabberd-'))
  mkdirSync(join(folder, 'spool'))
  const port = await freePort('127.0.0.1', 0)
  writeFileSync(join(folder, 'ejabberd.yml'), settings(port, new URL(databaseUrl)))
  const owner = process.getuid?.() === 0 ? ids('ejabberd') : null
  if (owner) for (const path of ['', 'spool', 'ejabberd.yml']) chownSync(join(folder, path), owner.uid, owner.gid)
  const options = ['-noinput', '+K', 'true', '+P', '250000', '+Q', '65536', '-mnesia', 'dir', `"${folder}/spool"`]
  const child = spawn('/usr/bin/erl', [...options, '-s', 'ejabberd'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ERL_LIBS: dirname(dirname(dirname(beam))),
      EJABBERD_CONFIG_PATH: join(folder, 'ejabberd.yml'),
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      ERL_CRASH_DUMP_BYTES: '0',
    },
  })
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  if (await answers(child, port)) return { port, cpuMicros: () => cpuOf(child), close }
  const logTail = existsSync(join(folder, 'ejabberd.log')) ? readFileSync(join(folder, 'ejabberd.log'), 'utf8').slice(-2_000) : ''
  await close()
  throw new Error(`ejabberd did not start:\n${logTail}`)
}

function settings(port: number, database: URL): string {
  return `
hosts: ["localhost"]
loglevel: error
auth_method: [internal]
auth_password_format: plain
default_db: mnesia
sql_type: pgsql
sql_server: "${database.hostname}"
sql_port: ${database.port}
sql_database: "${database.pathname.slice(1)}"
sql_username: "${database.username}"
sql_password: "none"
listen:
  -
    port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    max_stanza_size: 262144
    access: all
    backlog: 1024
modules:
  mod_stream_mgmt: {}
  mod_register:
    ip_access: all
    access: all
    password_strength: 0
  mod_mam:
    db_type: sql
    default: always
    assume_mam_usage: true
registration_timeout: infinity
`
}

async function prepare(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(ARCHIVE)
  await client.end()
}

async function answers(child: ChildProcess, port: number): Promise<boolean> {
  const deadline = Date.now() + START_WITHIN_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isReachable = await once(socket, 'connect').then(
      () => true,
      () => false, // not up yet
    )
    socket.destroy()
    if (isReachable) return true
    await pause(200)
  }
  return false
}

function cpuOf({ pid }: ChildProcess): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (.*)/s)
  const fields = after.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000_000
}

function ids(name: string): { uid: number; gid: number } {
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
