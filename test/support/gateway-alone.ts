import { OpenStreams } from '@consulting/gateway/access/open-streams';
import { createGateway, type GatewayDeps } from '@consulting/gateway/app';
import { letEverybodyIn } from '@consulting/gateway/exchange/authenticate';
import { RefusalAudit } from '@consulting/gateway/exchange/refusal-audit';
import { createTickets } from '@consulting/gateway/exchange/tickets';
import { noLimits } from '@consulting/gateway/limits/rate-limit';
import { createCallerSigner } from '@consulting/kernel/http';
import { createTelemetry, serviceLog } from '@consulting/kernel/process';

export const gatewaySecret = 'a secret that only gateway and service know';
export const gatewayBodyBytesMax = 64 * 1024;

/** A gateway by itself, without NATS and identity, which lets everybody in before the services of `upstreams`. */
export const gatewayAlone = (
  upstreams: GatewayDeps['upstreams'],
  overrides: Partial<GatewayDeps> = {},
): ReturnType<typeof createGateway> => {
  const telemetry = createTelemetry('gateway');
  return createGateway({
    upstreams,
    authenticate: letEverybodyIn,
    challenge: 'Bearer realm="api"',
    openTicket: createTickets(gatewaySecret, () => false),
    openStreams: new OpenStreams(),
    rateLimit: noLimits,
    forgetKey: () => {},
    forgetScopes: () => {},
    origins: new Set(),
    isTrustedProxy: () => false,
    signCaller: createCallerSigner(gatewaySecret),
    log: serviceLog(),
    refusals: new RefusalAudit(serviceLog()),
    telemetry,
    readMetrics: telemetry.read,
    bodyBytesMax: gatewayBodyBytesMax,
    bulkBodyBytesMax: gatewayBodyBytesMax,
    uploadBytesMax: gatewayBodyBytesMax,
    isMetricsPublic: false,
    isReady: () => true,
    hasApiKeys: true,
    login: async () => null,
    ...overrides,
  });
};
