import { decimal, sum } from '@consulting/kernel/schema';
import { type BuildUp, costAdditionKeys, costElementKeys } from '@consulting/mto-lines';
import type { Amount, BuildUpKey, BuildUpStep, Figures } from './model/report';

const part = (key: BuildUpKey, amount: Amount, percent: Amount | null = null): BuildUpStep => ({
  key,
  amount,
  percent,
  isTotal: false,
});

const total = (key: BuildUpKey, amount: Amount): BuildUpStep => ({
  key,
  amount,
  percent: null,
  isTotal: true,
});

const isUsed = ({ amount, isTotal }: BuildUpStep): boolean => isTotal || !decimal(amount).eq(0);

// A total that was agreed for a line need not be the sum of its parts, so the difference is a part of its own.
export function buildUpOf(figures: Figures, added: BuildUp | null): BuildUpStep[] {
  const parts = sum([figures.directCost, ...costAdditionKeys.map((key) => figures[key])]);
  const ofLines = [
    ...costElementKeys.map((key) => part(key, figures[key])),
    total('directCost', figures.directCost),
    ...costAdditionKeys.map((key) => part(key, figures[key])),
    part('overrides', decimal(figures.totalCost).minus(parts).toFixed()),
  ].filter(isUsed);
  if (!added || decimal(added.grandTotal).eq(figures.totalCost))
    return [...ofLines, total('grandTotal', figures.totalCost)];
  const ofVersion = [
    part('sheetAmount', added.sheetAmount ?? '0'),
    part('indirectAmount', added.indirectAmount),
    part('ownersCostAmount', added.ownersCostAmount),
    total('subtotal', added.subtotal),
    part('escalation', added.escalation, added.escalationPercent),
    part('contingency', added.contingency, added.contingencyPercent),
    part('managementReserve', added.managementReserve, added.managementReservePercent),
    total('grandTotal', added.grandTotal),
  ].filter(isUsed);
  const isPlain = decimal(added.subtotal).eq(figures.totalCost);
  const further = isPlain ? ofVersion.filter(({ key }) => key !== 'subtotal') : ofVersion;
  return [...ofLines, total('totalCost', figures.totalCost), ...further];
}
