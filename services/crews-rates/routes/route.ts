import { routesOf } from '@consulting/kernel/http/route';
import type { Ctx } from '../context';

export const route = routesOf<Ctx>();
