import { type Decimal, decimal } from '@consulting/kernel/schema';
import { askBuildUp, type BuildUp, type Ctx, current } from '@consulting/mto-lines';
import type { ReconcileSide } from './reconcile-input';

// Causes on the level of versions, with what they are called in the build-up of a version.
export const partsOfVersion = [
  ['versionIndirects', 'indirectAmount'],
  ['versionOwnersCost', 'ownersCostAmount'],
  ['versionSheet', 'sheetAmount'],
  ['versionEscalation', 'escalation'],
  ['versionContingency', 'contingency'],
  ['versionReserve', 'managementReserve'],
] as const;

export const versionCauses = partsOfVersion.map(([cause]) => cause);

export type VersionCause = (typeof versionCauses)[number];

// What two versions put on top of their lines; null unless both sides are versions.
// @throws DEPENDENCY_UNAVAILABLE
export async function versionLevel(
  ctx: Pick<Ctx, 'bus'>,
  [from, to]: readonly [ReconcileSide, ReconcileSide],
  [fromLines, toLines]: readonly [Decimal, Decimal],
) {
  if (!isVersion(from) || !isVersion(to)) return null;
  const [before, after] = await Promise.all([
    askBuildUp(ctx.bus, from, fromLines.toFixed()),
    askBuildUp(ctx.bus, to, toLines.toFixed()),
  ]);
  const grandTotal = (buildUp: BuildUp | null, lines: Decimal) => decimal(buildUp?.grandTotal ?? lines);
  return {
    from: grandTotal(before, fromLines),
    to: grandTotal(after, toLines),
    causes: partsOfVersion.flatMap(([cause, key]) => {
      const amount = decimal(after?.[key] ?? 0).minus(before?.[key] ?? 0);
      return amount.eq(0) ? [] : [{ cause, amount, lines: 0 }];
    }),
  };
}

const isVersion = (side: ReconcileSide): side is string => typeof side === 'string' && side !== current;
