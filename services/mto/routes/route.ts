import { routesOf } from '@consulting/kernel/http/serving/route';
import type { Ctx } from '../context';

export const route = routesOf<Ctx>();
