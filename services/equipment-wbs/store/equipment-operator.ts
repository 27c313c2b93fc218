import { type Database, equalsIgnoringCase, lowered } from '@consulting/kernel/postgres';
import { and, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import { equipment } from './schema';

export interface Operator {
  operatorTradeCode: string | null;
  operatorLaborDesignation: string | null;
}

export interface Operators {
  tradeCode: string;
  laborDesignations: readonly string[];
  includesUnspecified: boolean;
}

const operatedBy = ({ tradeCode, laborDesignations, includesUnspecified }: Operators) =>
  and(
    equalsIgnoringCase(equipment.operatorTradeCode, tradeCode),
    or(
      inArray(lowered(equipment.operatorLaborDesignation), laborDesignations.map(lowered)),
      includesUnspecified ? isNull(equipment.operatorLaborDesignation) : undefined,
    ),
  );

export const listOperated = (db: Database, operators: Operators, limit: number) =>
  db
    .select({
      equipmentId: equipment.id,
      equipmentCode: equipment.equipmentCode,
      name: equipment.name,
      laborDesignation: equipment.operatorLaborDesignation,
    })
    .from(equipment)
    .where(operatedBy(operators))
    .orderBy(asc(equipment.equipmentCode), asc(equipment.id))
    .limit(limit);

export const countOperated = (db: Database, operators: Operators) =>
  db.$count(equipment, operatedBy(operators));

export const lockOperated = (tx: Database, operators: Operators) =>
  tx
    .select({
      id: equipment.id,
      operatorLaborDesignation: equipment.operatorLaborDesignation,
      operatorSince: equipment.operatorSince,
    })
    .from(equipment)
    .where(operatedBy(operators))
    .orderBy(asc(equipment.id))
    .for('update');

export async function replaceOperator(
  tx: Database,
  ids: readonly string[],
  operator: Operator & { operatorSince: Date },
  updatedBy: string,
): Promise<void> {
  await tx
    .update(equipment)
    .set({ ...operator, updatedBy, version: sql`${equipment.version} + 1`, updatedAt: new Date() })
    .where(
      sql`${equipment.id} in (
        select chosen.id::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) as chosen(id))`,
    );
}
