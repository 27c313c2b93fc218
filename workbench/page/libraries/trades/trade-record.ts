import type { components } from '@consulting/client/api';
import { type Api, answered } from '../../api/client';
import { workDisciplines } from '../../api/disciplines';
import { chosen, type FieldGroup, field } from '../record/field';

export type TradeInput = components['schemas']['TradeInput'];

const skillLevels = ['supervisory', 'skilled', 'trainee', 'semi-skilled', 'unskilled'] as const;

export const tradeFields = [
  field('tradeCode', 'text', { isRequired: true }),
  field('laborDesignation', 'text', { isRequired: true }),
  field('tradeName'),
  chosen('skillLevel', skillLevels),
  field('sortOrder', 'number'),
  field('isSupervisory', 'flag'),
  field('isActive', 'flag'),
  field('disciplines', 'choices', { choices: workDisciplines }),
  field('description', 'lines'),
] satisfies FieldGroup<keyof TradeInput>['fields'];

export const newTrade: TradeInput = {
  tradeCode: '',
  laborDesignation: '',
  tradeName: null,
  skillLevel: null,
  sortOrder: null,
  isSupervisory: false,
  isActive: true,
  disciplines: null,
  description: null,
};

export const tradesKey = 'trades';

export const readTrade = (api: Api, tradeId: string, signal: AbortSignal) =>
  answered(api.GET('/v1/crew-trades/{tradeId}', { params: { path: { tradeId } }, signal }));

export type Trade = Awaited<ReturnType<typeof readTrade>>;
