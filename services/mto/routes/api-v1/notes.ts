import { noteRoutes } from '@consulting/kernel/http';
import { type Ctx, lineHistory } from '@consulting/mto-lines';

export const notes = noteRoutes<Ctx>([lineHistory]);
