import { type Api, answered } from '../api/client';

export const readMe = (api: Api) => answered(api.GET('/api/v1/me'));

export type Me = Awaited<ReturnType<typeof readMe>>;
