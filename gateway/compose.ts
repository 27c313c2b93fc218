import { accessChanged } from '@consulting/kernel/contracts/identity';
import { createCallerSigner } from '@consulting/kernel/http';
import { connectBus } from '@consulting/kernel/nats';
import {
  createTelemetry,
  isInfoLogged,
  type Lifecycle,
  type Logger,
  serveMonitoring,
} from '@consulting/kernel/process';
import { createApiKeys } from './access/api-keys';
import { createBearerTokens } from './access/bearer-tokens';
import { askIdentity } from './access/identity';
import { OpenStreams } from './access/open-streams';
import { createPeople } from './access/people';
import { createLogin } from './access/provider';
import { createGateway, type GatewayDeps } from './app';
import { AccessLog } from './exchange/access-log';
import { createAuthenticate, letEverybodyIn } from './exchange/authenticate';
import { RefusalAudit } from './exchange/refusal-audit';
import { createTickets } from './exchange/tickets';
import { createFailedAttempts } from './limits/failed-attempts';
import { createRateLimit, noLimits } from './limits/rate-limit';
import type { Listener } from './listeners/listener';
import { type Supervision, unsupervised } from './listeners/supervision';
import { createUpstreams } from './routing/upstream';
import type { GatewaySettings } from './settings';

/** NATS is pinged this often, so that the gateway knows within about a second that it is gone. */
const pingIntervalMs = 500;

export function composeGateway(
  settings: GatewaySettings,
  log: Logger,
  lifecycle: Lifecycle,
  listener?: Listener,
) {
  const supervision = listener ?? unsupervised;
  const upstreams = createUpstreams(settings.addresses, lifecycle);
  const signCaller = createCallerSigner(settings.CALLER_SECRET);
  const telemetry = createTelemetry('gateway');
  listener?.answerWith(telemetry);
  const isReady = () => lifecycle.ready && supervision.isReady();
  serveMonitoring({ telemetry, isReady }, settings.HOST, settings.METRICS_PORT, lifecycle);
  return createGateway({
    upstreams,
    signCaller,
    log,
    refusals: new RefusalAudit(log).start(lifecycle),
    accessLog: settings.ACCESS_LOG && isInfoLogged() ? new AccessLog().start(lifecycle) : undefined,
    telemetry,
    origins: settings.CORS_ORIGINS,
    isTrustedProxy: settings.TRUSTED_PROXIES,
    bodyBytesMax: settings.BODY_BYTES_MAX,
    bulkBodyBytesMax: settings.BULK_BODY_BYTES_MAX,
    uploadBytesMax: settings.UPLOAD_BYTES_MAX,
    readMetrics: supervision.readMetrics ?? telemetry.read,
    isMetricsPublic: settings.METRICS_PUBLIC,
    isReady,
    hasApiKeys: settings.API_KEYS_ENABLED,
    login: loginOf(settings),
    ...accessParts(settings, { upstreams, signCaller, supervision }, log, lifecycle),
  });
}

function tenantOf({
  IDP_TENANT_ID: tenantId,
  IDP_CLIENT_ID: clientId,
  IDP_AUTHORITY: authority,
}: GatewaySettings) {
  return tenantId && clientId ? { authority, tenantId, clientId } : undefined;
}

function loginOf(settings: GatewaySettings): GatewayDeps['login'] {
  const tenant = tenantOf(settings);
  return tenant ? createLogin(tenant, settings.IDP_DOCS_CLIENT_ID ?? null) : async () => null;
}

type AccessParts = Pick<
  GatewayDeps,
  'authenticate' | 'openTicket' | 'openStreams' | 'challenge' | 'rateLimit' | 'forgetKey' | 'forgetScopes'
>;

interface AccessDeps extends Pick<GatewayDeps, 'upstreams' | 'signCaller'> {
  supervision: Supervision;
}

function accessParts(
  settings: GatewaySettings,
  { upstreams, signCaller, supervision }: AccessDeps,
  log: Logger,
  lifecycle: Lifecycle,
): AccessParts {
  if (!settings.IDP_AUTH_ENABLED)
    return {
      authenticate: letEverybodyIn,
      openTicket: createTickets(settings.CALLER_SECRET, () => false),
      openStreams: new OpenStreams(),
      challenge: '',
      rateLimit: noLimits,
      forgetKey: () => {},
      forgetScopes: () => {},
    };
  const tenant = tenantOf(settings);
  const openStreams = new OpenStreams();
  const bus = connectBus({ url: settings.NATS_URL, name: 'gateway', log, pingIntervalMs });
  lifecycle.started('messages', () => bus.close());
  const identity = askIdentity(upstreams.identity, signCaller);
  openStreams.watch(identity.findUsable, lifecycle, log);
  const apiKeys = settings.API_KEYS_ENABLED
    ? createApiKeys(identity, bus, (keyId) => openStreams.endOf(keyId))
    : undefined;
  if (apiKeys) supervision.onRevoked(apiKeys.revoke);
  const tokens = tenant && createPeople(createBearerTokens(tenant, settings.IDP_GROUPS_CLAIM), identity, bus);
  let grantsChangedAt = Number.NEGATIVE_INFINITY;
  const grantsChanged = () => {
    grantsChangedAt = Date.now();
    apiKeys?.renewAll();
    tokens?.renewAll();
    openStreams.endAll();
  };
  bus.watch(accessChanged, grantsChanged);
  supervision.onAccessChanged(grantsChanged);

  const { countersFor } = supervision;
  const failedAttempts = createFailedAttempts(settings.RATE_LIMIT_FAILED_AUTH_PER_MINUTE, countersFor);
  return {
    authenticate: createAuthenticate({ apiKeys, tokens, failedAttempts }),
    openStreams,
    openTicket: createTickets(
      settings.CALLER_SECRET,
      (keyId, signedAt) =>
        signedAt <= grantsChangedAt || (keyId !== undefined && (apiKeys?.isRevoked(keyId) ?? true)),
    ),
    challenge: [tokens && 'Bearer realm="api"', apiKeys && 'ApiKey realm="api", header="X-API-Key"']
      .filter(Boolean)
      .join(', '),
    rateLimit: createRateLimit(
      {
        requests: settings.RATE_LIMIT_REQUESTS_PER_MINUTE,
        bulk: settings.RATE_LIMIT_BULK_PER_MINUTE,
        uploads: settings.RATE_LIMIT_UPLOADS_PER_MINUTE,
      },
      countersFor,
    ),
    forgetKey(keyId) {
      apiKeys?.revoke(keyId);
      supervision.reportRevoked(keyId);
    },
    forgetScopes() {
      grantsChanged();
      supervision.reportAccessChanged();
    },
  };
}
