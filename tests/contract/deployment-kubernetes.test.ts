import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#server/config.ts'
import { operations, read, unknownTo, defaultConfig, type Compose, type Manifest } from './deployment-files.ts'

// The parts of Kubernetes' formats that we check.
type Probe = { httpGet: { path: string; port: string; httpHeaders?: object[] } }
type Labels = { app: string }
type StatefulSet = {
  serviceName: string
  selector: { matchLabels: Labels }
  template: { metadata: { labels: Labels }; spec: Pod }
  volumeClaimTemplates: { metadata: { name: string } }[]
}
type Pod = {
  terminationGracePeriodSeconds: number
  securityContext: Record<string, unknown>
  containers: [Container]
  volumes: { name: string }[]
}
type Service = { clusterIP?: string; selector: Labels; ports: { name: string; port: number; targetPort: string }[] }
type Ingress = {
  ingressClassName: string
  tls: { hosts: string[] }[]
  rules: { host: string; http: { paths: { path: string; backend: { service: { name: string; port: { name: string } } } }[] } }[]
}
type Container = {
  image: string
  resources: { limits: { memory: string } }
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: Record<string, unknown>
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
}

describe('the Kubernetes manifests', () => {
  const manifests = [
    ...parseAllDocuments(read('deploy/kubernetes/wavelength.yaml')),
    ...parseAllDocuments(read('deploy/kubernetes/secret.example.yaml')),
  ].map((document) => document.toJS() as Manifest)
  const ofKind = (kind: string) => {
    const found = manifests.find((manifest) => manifest.kind === kind)
    if (!found) throw new Error(`no ${kind}`)
    return found
  }
  const specOf = <T>(kind: string) => ofKind(kind).spec as unknown as T
  const set = specOf<StatefulSet>('StatefulSet')
  const pod = set.template.spec
  const [container] = pod.containers
  const settings = { ...ofKind('ConfigMap').data, ...ofKind('Secret').stringData }

  test('contain only known settings, with which a server starts', () => {
    expect(unknownTo(Object.keys(settings))).toEqual([])
    const config = readConfig({ ...settings, SECRET: 'x'.repeat(40), S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })
    expect(config).toMatchObject({ port: defaultConfig.port, dataDir: '/data', demo: false })
  })

  test('run it as an unprivileged user that can write only to its own folders', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, fsGroupChangePolicy: 'OnRootMismatch' })
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([settings['DATA_DIR'], '/tmp'])
  })

  test('route from the ingress over the service to the port of the pods', () => {
    const [rule] = specOf<Ingress>('Ingress').rules
    const service = specOf<Service>('Service')
    expect(rule?.http.paths.map(({ path, backend }) => [path, backend.service])).toEqual([
      ['/', { name: ofKind('Service').metadata.name, port: { name: service.ports[0]?.name } }],
    ])
    expect(service.ports.map(({ targetPort }) => targetPort)).toEqual(container.ports.map(({ name }) => name))
    const own = manifests.find(({ metadata, kind }) => kind === 'Service' && metadata.name === set.serviceName)
    expect(own?.spec).toMatchObject({ clusterIP: 'None', selector: service.selector })
    expect(specOf<Ingress>('Ingress').ingressClassName).toBe('nginx')
    const host = new URL(settings['PUBLIC_URL'] ?? '').hostname
    expect([rule?.host, specOf<Ingress>('Ingress').tls.flatMap(({ hosts }) => hosts)]).toEqual([host, [host]])
  })

  test('all refer to the same pods, with settings and volumes that exist', () => {
    const { labels } = set.template.metadata
    const disruption = specOf<{ selector: { matchLabels: Labels } }>('PodDisruptionBudget')
    expect([set.selector.matchLabels, specOf<Service>('Service').selector, disruption.selector.matchLabels]).toEqual([
      labels,
      labels,
      labels,
    ])
    expect(container.envFrom).toEqual([
      { configMapRef: { name: ofKind('ConfigMap').metadata.name } },
      { secretRef: { name: ofKind('Secret').metadata.name } },
    ])
    const volumes = [...set.volumeClaimTemplates.map(({ metadata }) => metadata.name), ...pod.volumes.map(({ name }) => name)]
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted())
  })

  test('let a pod answer while it is removed from the routes, and then give it the usual time to stop', () => {
    const inCompose = (parse(read('deploy/compose.yaml'), { merge: true }) as Compose).services['app-1']
    const inSystemd = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/wavelength.service'))?.[1])
    const delay = (them: Record<string, string> | undefined) => Number(them?.['STOP_DELAY_SECONDS'])
    expect(delay(settings)).toBeGreaterThan(0)
    expect(pod.terminationGracePeriodSeconds - delay(settings)).toBe(inSystemd)
    expect(Number.parseInt(inCompose?.stop_grace_period ?? '') - delay(inCompose?.environment)).toBe(inSystemd)
  })

  test('scale the existing set, name the image of this version in a registry, and fit into 512 MB', () => {
    const scaler = specOf<{ scaleTargetRef: { kind: string; name: string }; minReplicas: number }>('HorizontalPodAutoscaler')
    expect(scaler).toMatchObject({ scaleTargetRef: { kind: 'StatefulSet', name: ofKind('StatefulSet').metadata.name }, minReplicas: 2 })
    const text = read('deploy/kubernetes/kustomization.yaml')
    const kustomization = parse(text) as { resources: string[]; images: { name: string; newTag: string }[] }
    expect(kustomization.resources).toEqual(['wavelength.yaml'])
    expect(kustomization.images.map(({ name, newTag }) => `${name}:${newTag}`)).toEqual([container.image])
    expect([container.image, container.resources.limits.memory]).toEqual([expect.stringMatching(/^[\w.]+\.\w+\/.+:[\d.]+$/), '512Mi'])
    // The workflow tags images like this, and the comment shows the same tag.
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect([...text.matchAll(/(?:newTag: |ref=v)([\d.]+)/g)].map(([, tag]) => tag)).toEqual([version, version, version])
  })

  test('let only the ingress controller and the monitoring reach the pods, and trust addresses, not networks', () => {
    const policy = specOf<{ podSelector: { matchLabels: Labels }; ingress: { from: object[] }[] }>('NetworkPolicy')
    expect([policy.podSelector.matchLabels, policy.ingress.flatMap(({ from }) => from).length]).toEqual([set.template.metadata.labels, 2])
    expect(settings['TRUSTED_PROXIES']?.split(', ').every((part) => part.endsWith('/32'))).toBe(true)
  })

  test('request paths that exist', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: defaultConfig.port }])
    for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      expect(operations).toContain(`'${httpGet.path}'`)
      // The server answers these two under the address of the pod.
      expect(httpGet.httpHeaders).toBeUndefined()
    }
  })
})
