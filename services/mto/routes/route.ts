import { routesOf } from '@consulting/kernel/http/serving/route';
import type { Ctx } from '@consulting/mto-lines';

export const route = routesOf<Ctx>();
