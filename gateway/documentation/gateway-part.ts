import { exampled } from '@consulting/shared/fields/example';
import { named } from '@consulting/shared/fields/schema';
import { shown } from '@consulting/shared/http/answer';
import { describeRoutes } from '@consulting/shared/http/document';
import { routesOf } from '@consulting/shared/http/route';
import { version } from '@consulting/shared/process';
import { houseHealth } from '../health';
import type { Upstreams } from '../upstream';

const healthReport = exampled(
  named(
    'HealthReport',
    shown.object({
      status: shown.choice(['ok', 'degraded'], 'Degraded when a service or its database does not answer.'),
      service: shown.text('Name of the gateway.'),
      version: shown.text('Version of the software.'),
      database: shown.choice(['connected', 'disconnected'], 'Connected when every service reports it so.'),
    }),
  ),
  { status: 'ok', service: 'gateway', version, database: 'connected' },
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
  (upstreams) => houseHealth(upstreams),
);

/** What the gateway answers itself. */
export const gatewayPart = describeRoutes<Upstreams>({ v1: [], 'api-v1': [health] });
