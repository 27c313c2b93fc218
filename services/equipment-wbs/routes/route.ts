import { routesOf } from '@consulting/kernel/http/serving/route';
import type { Ctx } from '../domain/context';

export const route = routesOf<Ctx>();
