import { type Answer, type Api, answered } from '@consulting/foundation/api';
import type { Scope } from '../view/address';
import { type Place, requestOf } from './place-form';

export const whatIfPath = '/api/v1/mto/what-if';

export type WhatIfAnswer = Answer<typeof whatIfPath, 'post'>;

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
