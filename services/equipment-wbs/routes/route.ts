import { routesOf } from '@consulting/kernel/http';
import type { Ctx } from '../domain/context';

export const route = routesOf<Ctx>();
