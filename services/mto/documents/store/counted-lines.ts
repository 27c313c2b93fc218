import { currentLines, isCounted, type LineSource } from '@consulting/mto-lines';
import { type SQL, sql } from 'drizzle-orm';

const counted = (part: SQL): SQL => sql`(select * from ${part} where ${isCounted}) as takeoff_line`;

export const countedLines = ([first, ...others]: LineSource = currentLines): LineSource => [
  counted(first),
  ...others.map(counted),
];
