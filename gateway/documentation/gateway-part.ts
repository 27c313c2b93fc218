import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { responseSchema } from '@consulting/kernel/http/answer';
import { describeRoutes } from '@consulting/kernel/http/document';
import { routesOf } from '@consulting/kernel/http/route';
import { version } from '@consulting/kernel/process';
import { systemHealth } from '../health';
import { services } from '../route-table';
import type { Upstreams } from '../upstream';

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
      status: responseSchema.choice(
        ['ok', 'degraded'],
        'Degraded when a service, its database or NATS does not answer.',
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

export const gatewayPart = describeRoutes<Upstreams>({ v1: [], 'api-v1': [health] });
