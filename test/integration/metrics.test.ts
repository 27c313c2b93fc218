import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mto } from '@consulting/mto/service';
import { type ServiceUnderTest, startTestHouse, type TestHouse } from '../support/house';

let house: TestHouse;
let service: ServiceUnderTest;

beforeAll(async () => {
  house = await startTestHouse([mto]);
  service = await house.start(mto);
});
afterAll(() => house.stop());

test('GET /metrics: requests, imports, events, messages and connections', async () => {
  await service.request('GET', '/api/v1/mto/import/status/nothing');
  const text = await (await service.fetch(new Request('http://127.0.0.1/metrics'))).text();
  for (const line of [
    /^http_requests_total\{operation="[^"]+",status="404",service="mto"\} 1$/m,
    /^http_request_seconds_count\{service="mto",operation="[^"]+"\} 1$/m,
    /^imports\{status="queued",service="mto"\} 0$/m,
    /^imports\{status="running",service="mto"\} 0$/m,
    /^dead_letters\{service="mto"\} 0$/m,
    /^outbox_wait_seconds\{service="mto"\} 0$/m,
    /^messages_connected\{service="mto"\} 1$/m,
    /^database_connections\{service="mto"\} \d+$/m,
  ])
    expect(text).toMatch(line);
});
