import { expect, test } from 'bun:test';
import { routes } from '@consulting/gateway/routing/route-table';
import { gatewayRoutes } from '@consulting/local/gateway-routes';

test('the gateway knows the routes as the services declare them (if not: bun run gateway-routes)', () => {
  expect(routes as object).toEqual(gatewayRoutes());
});
