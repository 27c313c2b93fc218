import { routesOf } from '@consulting/kernel/http';
import type { Ctx } from '@consulting/mto-lines';

export const route = routesOf<Ctx>();
