import { type Api, answered } from '../../api/client';
import type { Scope } from '../view/address';
import type { orderOf } from './changes';
import { type Place, requestOf } from './place-form';

export const askWhatIf = (api: Api, order: ReturnType<typeof orderOf>, signal: AbortSignal) =>
  answered(api.POST('/api/v1/mto/what-if', { body: order, signal }));

export type WhatIfAnswer = Awaited<ReturnType<typeof askWhatIf>>;

export const sendReprice = (
  api: Api,
  { projectId, serviceId = '' }: Scope,
  place: Place,
  dryRun: boolean,
  attempt: string,
) =>
  answered(
    api.POST('/v1/projects/{projectId}/services/{serviceId}/reprice', {
      params: {
        path: { projectId, serviceId },
        header: dryRun ? {} : { 'Idempotency-Key': attempt },
      },
      body: { ...requestOf(place), dryRun },
    }),
  );

export type RepricedAnswer = Awaited<ReturnType<typeof sendReprice>>;
