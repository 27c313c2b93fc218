import type { Operator, SearchField } from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import { takeoffLines } from '../rows/line-operation';
import { flagHolds } from './flag-condition';
import type { Operand } from './value';

const isOpen = sql`and note.resolved_at is null`;

export function notesHold({ key }: SearchField, operator: Operator, operands: readonly Operand[]) {
  const hasNotes = sql`exists (
    select from note where note.project_id = takeoff_line.project_id and note.record_type = ${takeoffLines}
      and note.record_id = takeoff_line.id ${key === 'hasOpenNotes' ? isOpen : sql``})`;
  return flagHolds(hasNotes, operator, operands);
}
