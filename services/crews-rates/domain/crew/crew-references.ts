import { type Fault, loweredText } from '@consulting/kernel/schema';
import { type LabourInput, membersMax } from '../../fields/crew-composition';
import { pairOf } from '../../rates/matching';
import type { WholeCrew } from '../../store/crew-bulk';
import type { Ctx } from '../context';
import { memberValues } from './crew-members';
import type { MemberRow } from './crew-rows';
import { type KnownMembers, lockMembers } from './member-references';

type Members = Pick<WholeCrew, 'labourMembers' | 'equipmentMembers'>;

export class CrewReferences {
  private constructor(private readonly known: KnownMembers) {}

  static async lock(ctx: Pick<Ctx, 'db' | 'bus'>, rows: readonly MemberRow[]): Promise<CrewReferences> {
    const pairs = rows.flatMap(({ labour }) => (labour ? [{ at: '', pair: nameOf(labour) }] : []));
    const codes = rows.flatMap(({ equipment }) =>
      equipment ? [{ at: '', code: equipment.equipmentCode }] : [],
    );
    return new CrewReferences(await lockMembers(ctx, [{ pairs, codes }]));
  }

  check(rows: readonly MemberRow[], current: WholeCrew | undefined): void {
    const stored = new Set(current?.labourMembers.map(({ tradeId }) => tradeId));
    const seen = new Map<string, number>();
    const counts = { labour: 0, equipment: 0 };
    for (const { row, labour, equipment, faults } of rows) {
      if (labour) {
        counts.labour += 1;
        const first = seen.get(pairOf(labour));
        if (first === undefined) seen.set(pairOf(labour), row.number);
        else faults.push(repeated(row.number, first));
        faults.push(...this.#tradeFaults(labour, stored));
      }
      if (equipment) {
        counts.equipment += 1;
        if (!this.known.equipment.has(loweredText(equipment.equipmentCode)))
          faults.push(unknownEquipment(equipment.equipmentCode));
      }
      if (Math.max(counts.labour, counts.equipment) === membersMax + 1) faults.push(tooMany);
    }
  }

  membersOf(rows: readonly MemberRow[]): Partial<Members> {
    const values = rows[0]?.row.values ?? {};
    const entered = {
      ...(Object.hasOwn(values, 'tradeCode') && { labourMembers: inOrder(rows.map((one) => one.labour)) }),
      ...(Object.hasOwn(values, 'equipmentCode') && {
        equipmentMembers: inOrder(rows.map((one) => one.equipment)),
      }),
    };
    return memberValues(entered, this.known);
  }

  #tradeFaults(labour: LabourInput, stored: ReadonlySet<string>): Fault[] {
    const trade = this.known.trades.get(pairOf(labour));
    const name = `${labour.tradeCode} ${labour.laborDesignation}`;
    if (!trade)
      return [{ field: 'tradeCode', code: 'TRADE_NOT_FOUND', message: `there is no trade ${name}` }];
    if (trade.isActive || stored.has(trade.id)) return [];
    return [{ field: 'tradeCode', code: 'REFERENCE', message: `the trade ${name} is inactive` }];
  }
}

const nameOf = ({ tradeCode, laborDesignation }: LabourInput) => ({ tradeCode, laborDesignation });

const repeated = (row: number, first: number): Fault => ({
  field: 'tradeCode',
  code: 'DUPLICATE',
  message: `row ${row} has the same trade and designation as row ${first}`,
});

const unknownEquipment = (code: string): Fault => ({
  field: 'equipmentCode',
  code: 'REFERENCE',
  message: `there is no equipment ${code}`,
});

const tooMany: Fault = {
  field: 'crewCode',
  code: 'MAX_LENGTH',
  message: `a crew has at most ${membersMax} trades and ${membersMax} machines`,
  params: { maxItems: membersMax },
};

function inOrder<M extends { sequence: number | null }>(members: readonly (M | null)[]): M[] {
  const place = ({ sequence }: M) => sequence ?? Number.POSITIVE_INFINITY;
  const all = members.filter((member) => member !== null);
  return all.sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}
