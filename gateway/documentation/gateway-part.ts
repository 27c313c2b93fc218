import { describeRoutes, responseSchema, routesOf } from '@consulting/kernel/http';
import type { Caller } from '@consulting/kernel/process';
import { exampled, named } from '@consulting/kernel/schema';
import { version } from '@consulting/kernel/service/service-process';
import { systemHealth } from '../endpoints/health';
import { callerReport } from '../endpoints/me';
import type { LimitsLeft } from '../limits/rate-limit';
import { services } from '../routing/route-table';
import type { Upstreams } from '../routing/upstream';

interface MeParts {
  caller: Caller;
  limits: LimitsLeft;
}

const connection = responseSchema.choice(
  ['connected', 'disconnected'],
  'Connected when every service reports it so.',
  'Connection',
);
const serviceStatus = responseSchema.choice(
  ['ok', 'degraded', 'unreachable'],
  'Degraded when the database or NATS is out of its reach.',
  'ServiceHealth',
);

const healthReport = exampled(
  named(
    'HealthReport',
    responseSchema.object({
      status: responseSchema.described(
        serviceStatus,
        'ok, or degraded when a service, its database or NATS does not answer.',
      ),
      service: responseSchema.text('Name of the gateway.'),
      version: responseSchema.text('Version of the software.'),
      database: connection,
      messages: connection,
      services: responseSchema.described(
        responseSchema.object(Object.fromEntries(services.map((service) => [service, serviceStatus]))),
        'What each service reports.',
      ),
    }),
  ),
  {
    status: 'ok',
    service: 'gateway',
    version,
    database: 'connected',
    messages: 'connected',
    services: Object.fromEntries(services.map((service) => [service, 'ok'])),
  },
);

const health = routesOf<Upstreams>().get(
  '/health',
  {
    name: 'health.get',
    summary: 'Health of the API and its databases',
    description: 'Needs no credential. 200 also when degraded.',
    answer: healthReport,
    isOpen: true,
  },
  (upstreams) => systemHealth(upstreams),
);

const rateLimit = named(
  'RateLimit',
  responseSchema.object({
    limit: responseSchema.count('Most of them in a minute.'),
    remaining: responseSchema.count('How many are left in the current minute.'),
    resetSeconds: responseSchema.count('Seconds until the minute ends.'),
  }),
);

const left = (of: string) => responseSchema.described(responseSchema.nullable(rateLimit), of);

const caller = exampled(
  named(
    'Caller',
    responseSchema.object({
      name: responseSchema.text('As records show it in createdBy and updatedBy.'),
      kind: responseSchema.choice(['key', 'person', 'none'], 'None where nobody has to say who calls.'),
      role: responseSchema.choice(['Reader', 'Contributor'], 'What the caller may do.', 'Role'),
      isLimited: responseSchema.flag('Whether grants limit the caller to some clients and projects.'),
      clientIds: responseSchema.described(
        responseSchema.nullable(responseSchema.list(responseSchema.id())),
        'Clients that are granted to a limited caller with all their projects, which it may change and give projects; null where it is not limited.',
      ),
      keyName: responseSchema.nullable(responseSchema.text('Name of the API key; null of a person.')),
      expiresAt: responseSchema.nullable(
        responseSchema.time('When the API key or the token expires; null for never.'),
      ),
      limits: responseSchema.described(
        responseSchema.object({
          requests: left('All requests.'),
          bulk: left('Bulk requests and exports.'),
          uploads: left('Uploads.'),
        }),
        'What may still be sent to this gateway; null where nothing limits it.',
      ),
    }),
  ),
  {
    name: 'key:Nightly import',
    kind: 'key',
    role: 'Contributor',
    isLimited: false,
    clientIds: null,
    keyName: 'Nightly import',
    expiresAt: '2027-06-30T00:00:00.000Z',
    limits: {
      requests: { limit: 6000, remaining: 5988, resetSeconds: 41 },
      bulk: { limit: 120, remaining: 120, resetSeconds: 60 },
      uploads: { limit: 60, remaining: 59, resetSeconds: 12 },
    },
  },
);

const me = routesOf<MeParts>().get(
  '/me',
  {
    name: 'me.get',
    summary: 'Get who calls',
    description:
      'Tells a program by which name records will show it, whether it may write, when its key expires and how many requests are left in this minute, of which this is one.',
    answer: caller,
  },
  async ({ caller, limits }) => callerReport(caller, limits),
);

export const gatewayPart = describeRoutes<never>({ v1: [me], 'api-v1': [health, me] });
