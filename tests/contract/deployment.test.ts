import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { limits } from '#contract/limits.ts'
import { SOCKET_PATH } from '#contract/socket.ts'
import { readConfig } from '#server/config.ts'
import { operations, read, settingsOfAllocator, unknownTo, defaultConfig, type Compose, type Manifest } from './deployment-files.ts'

/** The files in `deploy` and the Dockerfile must agree with the server: names, ports, paths, users. Kubernetes has its own file. */
describe('the image', () => {
  const lines = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const environment = Object.fromEntries(
    lines
      .filter((line) => line.startsWith('ENV '))
      .flatMap((line) =>
        line
          .slice(4)
          .split(' ')
          .map((pair) => pair.split('=') as [string, string]),
      ),
  )
  const valueOf = (instruction: string) => lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1)

  test('is built in two stages with the project’s Node version', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
    const images = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1])
    expect(images).toEqual(Array.from({ length: 2 }, () => `node:${dependencies.node}-bookworm-slim`))
  })

  test('runs as an unprivileged user with its own data folder', () => {
    expect([valueOf('USER'), valueOf('VOLUME'), environment['DATA_DIR']]).toEqual(['node', '/data', '/data'])
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findIndex((line) => line.includes('chown node:node /data')))
  })

  test('uses known settings, the configured port, and an existing probe path', () => {
    expect(unknownTo(Object.keys(environment).filter((name) => name !== 'NODE_ENV'))).toEqual([])
    expect(Object.keys(settingsOfAllocator).length).toBeGreaterThan(1)
    expect(environment).toMatchObject(settingsOfAllocator)
    expect([environment['PORT'], valueOf('EXPOSE')]).toEqual([String(defaultConfig.port), String(defaultConfig.port)])
    expect(valueOf('HEALTHCHECK')).toContain(`http://127.0.0.1:${defaultConfig.port}/readyz`)
    expect(operations).toContain("'/readyz'")
  })

  test('copies folders and files that exist, and runs the command of npm start', () => {
    const copied = lines.filter((line) => /^COPY (?!--)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1))
    for (const path of copied) expect(() => readFileSync(path)).not.toThrow(/ENOENT/)
    expect(valueOf('CMD')).toBe('["node", "tools/start.ts"]')
    expect(read('package.json')).toContain('tools/launch.mjs tools/start.ts')
  })
})

describe('the compose file', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
  const app = compose.services['app-1']?.environment ?? {}
  const named = [...read('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
  const variables = new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))

  test('gives both servers the same known settings, and each its own data folder', () => {
    expect(unknownTo(Object.keys(app))).toEqual([])
    expect(compose.services['app-2']?.environment).toEqual(app)
    expect([compose.services['app-1']?.volumes, compose.services['app-2']?.volumes]).toEqual([['app-1:/data'], ['app-2:/data']])
  })

  test('passes every setting from the file, and computes only the addresses of the other services', () => {
    expect(compose.services['app-1']?.env_file).toEqual(['.env'])
    const computed = ['PUBLIC_URL', 'TRUSTED_PROXIES', 'STOP_DELAY_SECONDS', 'DATABASE_URL', 'REDIS_URL']
    const bucket = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
    expect(Object.keys(app)).toEqual([...computed, ...bucket])
  })

  test('runs servers and backups without privileges, on a read-only root, in 512 MB', () => {
    for (const name of ['app-1', 'app-2', 'backup'])
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: '512m' })
  })

  test('makes a backup of rows and pictures each day, into volumes that the user of the image may write', () => {
    const script = compose.services['backup']?.command?.join('\n') ?? ''
    expect(script).toContain('node tools/backup.ts --to "/backups/')
    expect(compose.services['backup']?.volumes).toEqual(['backups:/backups'])
    expect(read('Dockerfile')).toContain('chown node:node /data /backups')
    expect(compose.services['backup-pictures']?.command?.join('')).toContain(`s3 sync --delete s3://${app['S3_BUCKET']} /backups`)
  })

  test.each([
    ['a backup that fails removes none', 'false', 15],
    ['a backup that succeeds keeps the last 14, and unfinished ones don’t count', 'mkdir "$3"', 14],
  ])('%s', (_what, backup, kept) => {
    const folder = mkdtempSync(join(tmpdir(), 'wavelength-backups-'))
    const names = Array.from({ length: 15 }, (_, day) => `rows-2026-11-${day + 10}T0300`)
    for (const name of [...names, 'rows-2026-12-01T0300.making']) mkdirSync(join(folder, name))
    const script = (compose.services['backup']?.command?.at(-1) ?? '').replaceAll('$$', '$').replaceAll('/backups', folder)
    // The function gets the arguments of `node`: the file, --to, and the folder. One round is enough.
    execFileSync('sh', ['-c', `node() { ${backup}; }; sleep() { exit 0; }; ${script}`], { stdio: 'ignore' })
    const found = readdirSync(folder).filter((name) => !name.endsWith('.making'))
    expect([found.length, found.filter((name) => names.includes(name))]).toEqual([kept, names.slice(backup === 'false' ? 0 : 2)])
    rmSync(folder, { recursive: true })
  })

  test('is a configuration that the server starts with', () => {
    const listed = Object.fromEntries(named.map((name) => [name, `\${${name}}`]))
    const filled = Object.fromEntries(
      Object.entries({ ...listed, ...app }).map(([name, value]) => [
        name,
        value
          .replace(/\$\{SITE_HOST[^}]*\}/, 'wavelength.example')
          .replace(/\$\{OPERATOR_CONTACT[^}]*\}/, 'ada@wavelength.example')
          .replace(/\$\{[^}]*\}/, name === 'SMTP_URL' ? '' : 'x'.repeat(40)),
      ]),
    )
    const config = readConfig({ HOST: '0.0.0.0', DATA_DIR: '/data', ...filled })
    expect(config).toMatchObject({ publicOrigin: 'https://wavelength.example', demo: false, bucket: { endpoint: 'http://s3:8333' } })
  })

  const { postgres, s3, bucket } = compose.services
  const urlSetting = (name: string) => new URL(app[name]?.replaceAll(/\$\{(\w+)[^}]*\}/g, '$1') ?? '')

  test('reaches the PostgreSQL that it starts, as the user and in the database that this makes', () => {
    const { username, password, host, pathname } = urlSetting('DATABASE_URL')
    expect({ host, username, password, database: pathname.slice(1) }).toEqual({
      host: 'postgres:5432',
      username: postgres?.environment?.['POSTGRES_USER'],
      password: 'POSTGRES_PASSWORD',
      database: postgres?.environment?.['POSTGRES_DB'],
    })
    expect(postgres?.environment?.['POSTGRES_PASSWORD']).toContain('${POSTGRES_PASSWORD')
    expect(postgres?.healthcheck?.test).toEqual(['CMD', 'pg_isready', '-U', username])
  })

  test('reaches the Redis that it starts, with its password', () => {
    const { host, password } = urlSetting('REDIS_URL')
    expect([host, password]).toEqual(['redis:6379', 'REDIS_PASSWORD'])
    expect(compose.services['redis']?.command?.join(' ')).toContain('--requirepass ${REDIS_PASSWORD')
  })

  test('reaches the S3 service that it starts, with an existing account and bucket', () => {
    const { origin, hostname, port } = urlSetting('S3_ENDPOINT')
    expect(hostname).toBe('s3')
    expect(s3?.command).toContain(`-s3.port=${port}`)
    const { identities } = JSON.parse(compose.configs['s3']?.content ?? '') as { identities: { credentials: object[] }[] }
    const account = { accessKey: app['S3_ACCESS_KEY_ID'], secretKey: app['S3_SECRET_ACCESS_KEY'] }
    expect(identities.flatMap(({ credentials }) => credentials)).toEqual([account])
    expect([bucket?.environment?.['AWS_ACCESS_KEY_ID'], bucket?.environment?.['AWS_SECRET_ACCESS_KEY']]).toEqual(Object.values(account))
    const calls = [...(bucket?.command?.join('\n') ?? '').matchAll(/--endpoint-url (\S+) s3api (\S+) --bucket (\S+?);?\s/g)]
    expect(calls.map(([, ...call]) => call)).toEqual([
      [origin, 'head-bucket', app['S3_BUCKET']],
      [origin, 'create-bucket', app['S3_BUCKET']],
    ])
  })

  test('trusts only the proxy, whose address is fixed', () => {
    expect(compose.services['proxy']?.networks).toEqual({ default: { ipv4_address: app['TRUSTED_PROXIES'] } })
    const network = compose.networks.default.ipam.config[0]?.subnet.replace(/0\/24$/, '')
    expect(app['TRUSTED_PROXIES']?.startsWith(network ?? 'none')).toBe(true)
  })

  test('has an example that lists its variables and our settings', () => {
    expect([...variables].filter((name) => !named.includes(name))).toEqual([])
    expect(unknownTo(named.filter((name) => !variables.has(name)))).toEqual([])
  })

  test('pins a version of every image, and the proxy forwards to the servers', () => {
    const foreign = Object.values(compose.services).flatMap(({ image }) => (image && image !== 'wavelength' ? [image] : []))
    expect(foreign.filter((image) => !/:[\w.-]*\d/.test(image))).toEqual([])
    const caddy = read('deploy/Caddyfile')
    expect(caddy).toContain(`reverse_proxy app-1:${defaultConfig.port} app-2:${defaultConfig.port}`)
    expect(/health_uri (\S+)/.exec(caddy)?.[1]).toBe('/readyz')
    expect(operations).toContain("'/readyz'")
    // Longer than the proxy needs to detect a stopped server.
    const seconds = (directive: string) => Number(new RegExp(`${directive} (\\d+)s`).exec(caddy)?.[1])
    expect(seconds('lb_try_duration')).toBeGreaterThan(seconds('health_interval'))
  })
})

describe('the page on proxies', () => {
  const page = read('docs/operating.md')
  const inNginx = (directive: string) => [...page.matchAll(new RegExp(`${directive} (.+);`, 'g'))].map(([, value]) => value)
  /** The largest body is a form with a picture. */
  const largest = `${limits.imageBytes / 1024 / 1024 + 1}m`

  test('forwards to the server’s port, sockets included, and allows requests as large as the server does', () => {
    expect(new Set(inNginx('proxy_pass'))).toEqual(new Set([`http://127.0.0.1:${defaultConfig.port}`]))
    expect(page).toContain(`location ${SOCKET_PATH} {`)
    expect(inNginx('client_max_body_size')).toEqual([largest])
  })

  test('uses an http2 directive that the nginx of Debian 12 and 13 support', () => {
    expect(page).toContain('listen 443 ssl http2;')
    expect(inNginx('^ *http2')).toEqual([])
  })

  test('names settings and paths that exist', () => {
    const settings = [...page.matchAll(/`([A-Z][A-Z\d]*_[A-Z\d_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)
    expect(settings.length).toBeGreaterThan(10)
    expect(unknownTo(settings)).toEqual([])
    for (const path of ['/readyz', '/healthz', '/metrics']) {
      expect(page).toContain(`\`${path}\``)
      expect(operations).toContain(`'${path}'`)
    }
  })

  test('agree with the ingress of the cluster', () => {
    const ingress = parseAllDocuments(read('deploy/kubernetes/wavelength.yaml'))
      .map((document) => document.toJS() as Manifest)
      .find(({ kind }) => kind === 'Ingress')
    const annotations = ingress?.metadata.annotations ?? {}
    expect(annotations['nginx.ingress.kubernetes.io/proxy-body-size']).toBe(largest)
    expect(inNginx('proxy_read_timeout')).toEqual([`${annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']}s`])
  })
})

describe('the page on commands', () => {
  const page = read('docs/operating.md')
  const found = (pattern: RegExp) => [...new Set([...page.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

  test('names services of the compose file, pods of the cluster, and volumes in which the commands may write', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
    const used = found(/^docker compose -f deploy\/compose\.yaml (?:exec|run --rm)(?: -e \S+)? (\S+)/gm)
    expect(used).toEqual(['app-1', 'backup', 'backup-pictures', 'postgres'])
    expect(used.filter((name) => !services[name])).toEqual([])
    expect(services['backup']?.volumes).toEqual(['backups:/backups'])
    expect(found(/kubectl exec (\S+) -- (?:env \S+ )?(?:node|rm)/g)).toEqual(['restore', 'wavelength-0'])
    expect(found(/DATA_DIR=(\/\S+) (?:backup )?(?:node|wavelength) /g)).toEqual([
      '/backups/operator',
      '/data/operator',
      '/var/lib/wavelength/operator',
    ])
  })

  test('runs commands as the user of the unit, in its folders, with its settings', () => {
    const unit = read('deploy/wavelength.service')
    for (const [, name = ''] of page.matchAll(/-p ((?:User|WorkingDirectory)=\S+)/g)) expect(unit.split('\n')).toContain(name)
    expect(unit).toContain(`EnvironmentFile=-${found(/-p EnvironmentFile=(\S+)/g).join()}`)
    expect(unit).toContain(`ExecStart=${found(/^ +(\S+\/node) "tools/gm).join()} `)
    expect(unit).toContain(` DATA_DIR=${found(/DATA_DIR:-(\S+)\}/g).join()} `)
  })
})

describe('the workflow', () => {
  const workflow = read('.github/workflows/image.yaml')

  test('builds for both architectures and starts the image without root, on a read-only root, in 512 MB', () => {
    const { jobs } = parse(workflow) as { jobs: { build: { strategy: { matrix: { include: { arch: string }[] } } } } }
    expect(jobs.build.strategy.matrix.include.map(({ arch }) => arch)).toEqual(['amd64', 'arm64'])
    expect(workflow).toContain('platforms: linux/amd64,linux/arm64')
    for (const part of ['--read-only', '--memory 512m', '--cap-drop ALL', 'id -u)" = 1000']) expect(workflow).toContain(part)
  })

  test('uses only known settings of the server', () => {
    expect(unknownTo([...workflow.slice(workflow.indexOf('--name server')).matchAll(/-e (\w+)=/g)].map(([, name = '']) => name))).toEqual(
      [],
    )
  })
})

describe('the systemd unit', () => {
  const entries = read('deploy/wavelength.service')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const index = line.indexOf('=')
      return /^[A-Z]/.test(line) && index > 0 ? [[line.slice(0, index), line.slice(index + 1)]] : []
    })
  const unit = Object.fromEntries(entries)
  const environment = Object.fromEntries((unit['Environment'] ?? '').split(' ').map((pair) => pair.split('=') as [string, string]))

  test('runs the command of npm start, as its own user, with known settings', () => {
    expect(unit['ExecStart']).toBe(`${unit['WorkingDirectory']}/node_modules/node/bin/node tools/start.ts`)
    expect(unit['User']).toBe('wavelength')
    expect(unknownTo(Object.keys(environment).filter((name) => name !== 'NODE_ENV'))).toEqual([])
    expect(Object.keys(settingsOfAllocator).length).toBeGreaterThan(1)
    expect(environment).toMatchObject(settingsOfAllocator)
    expect(readConfig({ ...environment, PUBLIC_URL: 'https://wavelength.example' })).toMatchObject({ port: defaultConfig.port })
  })

  test('lets it write only to its data folder, and repeats no setting', () => {
    expect(unit['ProtectSystem']).toBe('strict')
    expect(environment['DATA_DIR']).toBe(`/var/lib/${unit['StateDirectory']}`)
    expect(entries.map(([name]) => name)).toEqual([...new Set(entries.map(([name]) => name))])
  })
})
