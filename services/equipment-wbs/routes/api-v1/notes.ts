import { noteRoutes } from '@consulting/kernel/http';
import type { Ctx } from '../../domain/context';
import { recordTypes } from './history';

export const notes = noteRoutes<Ctx>(recordTypes);
