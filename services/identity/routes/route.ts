import { routesOf } from '@consulting/shared/http/route';
import type { Ctx } from '../context';

export const route = routesOf<Ctx>();
